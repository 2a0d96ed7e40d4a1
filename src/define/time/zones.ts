import { once } from '../objects.ts'

/** The names of time zones that the machine knows, to choose from. */
export const zones = once((): readonly string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter(name => name !== 'UTC'),
])
