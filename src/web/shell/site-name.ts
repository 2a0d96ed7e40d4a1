import { textFor } from '../../define/text/local-text.ts'
import { sayIn } from './messages.ts'
import type { PageRequest } from './page.ts'

/** What the calendar is called. */
export const siteName = ({ world, language }: Pick<PageRequest, 'world' | 'language'>): string =>
  textFor(world.settings.siteName, language) || sayIn(language)('calendarOf')
