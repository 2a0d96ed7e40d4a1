import { sayIn } from './messages.ts'
import type { PageRequest } from './page.ts'

/** What the calendar is called. */
export const siteName = ({ world, language }: Pick<PageRequest, 'world' | 'language'>): string =>
  world.settings.siteName || sayIn(language)('calendarOf')
