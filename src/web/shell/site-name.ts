import { textFor } from '../../define/text/local-text.ts'
import { messagesIn } from './messages.ts'
import type { PageRequest } from './page.ts'

/** The name of the calendar. */
export const siteName = ({
  world,
  language,
  locale,
}: Pick<PageRequest, 'world' | 'language' | 'locale'>): string =>
  textFor(world.settings.siteName, language) || messagesIn(locale)('calendarOf')
