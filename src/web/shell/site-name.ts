import { textFor } from '../../define/text/local-text.ts'
import { sayIn } from './messages.ts'
import type { PageRequest } from './page.ts'

/** What the calendar is called. */
export const siteName = ({
  world,
  language,
  locale,
}: Pick<PageRequest, 'world' | 'language' | 'locale'>): string =>
  textFor(world.settings.siteName, language) || sayIn(locale)('calendarOf')
