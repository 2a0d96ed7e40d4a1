import type { Asked } from './page.ts'
import { sayIn } from './words.ts'

/** What the calendar is called. */
export const siteName = ({ world, language }: Pick<Asked, 'world' | 'language'>): string =>
  world.settings.siteName || sayIn(language)('calendarOf')
