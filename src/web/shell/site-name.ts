import { sayIn } from './messages.ts'
import type { Asked } from './page.ts'

/** What the calendar is called. */
export const siteName = ({ world, language }: Pick<Asked, 'world' | 'language'>): string =>
  world.settings.siteName || sayIn(language)('calendarOf')
