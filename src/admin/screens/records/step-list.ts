import type { Setting } from '../../../sdk/index.ts'
import type { firstStepMessages } from './first-step-messages.ts'

export type Step = {
  word: keyof typeof firstStepMessages & string
  isDone: boolean
  /** The screen for it; a step without one is done where the service is started. */
  to?: string
}

type NewCalendar = {
  settings: readonly Pick<Setting, 'name' | 'is_set' | 'source' | 'value'>[]
  /** The numbers of accounts and of events. */
  users: number
  records: number
}

/** The first steps of a new calendar, and which of them are done. */
export function firstSteps({ settings, users, records }: NewCalendar): Step[] {
  const setting = (name: string) => settings.find(one => one.name === name)
  const isSet = (name: string) => setting(name)?.is_set === true
  // the first start stores the zone of the machine, which is UTC wherever nobody has set it
  const isZoneChosen = () => {
    const { source = 'default', value } = setting('timezone') ?? {}
    return source === 'stored' ? value !== 'UTC' : source !== 'default'
  }
  const inSettings = (group: string) => `/settings#settings-${group}`
  return [
    { word: 'name', isDone: isSet('siteName'), to: inSettings('pages') },
    { word: 'publicUrl', isDone: isSet('publicUrl') },
    { word: 'timezone', isDone: isZoneChosen(), to: inSettings('site') },
    { word: 'logo', isDone: isSet('logo'), to: inSettings('files') },
    { word: 'mail', isDone: isSet('smtpUrl'), to: inSettings('mail') },
    { word: 'event', isDone: records > 0, to: '/events/new' },
    { word: 'invite', isDone: users > 1, to: '/users' },
  ]
}
