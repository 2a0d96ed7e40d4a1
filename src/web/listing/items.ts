import { tableOf } from '../../define/base/objects.ts'
import type { View } from '../../define/derived.ts'
import type { TextView } from '../../define/record-texts.ts'
import { htmlToLine } from '../../define/text/html-to-lines.ts'
import { languages } from '../../define/text/language.ts'
import { slugKey } from '../../define/text/slug.ts'
import { type AnyView, type EventView, eventView, type PagedName } from '../../resources/index.ts'
import type { PageRequest } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'

/** An event in the language of the page. */
export const eventIn = (request: PageRequest, view: View): EventView =>
  eventView(view, showContextOf(request))

/** The page of an event, on one of its dates. */
export const eventHref = (
  { links }: PageRequest,
  { slug, date, isDate }: Pick<EventView, 'slug' | 'date' | 'isDate'>,
): string => (isDate ? links.path('eventOn', { slug, date }) : links.path('event', { slug }))

/** The page of a record; an event has one for each date. */
export const hrefOf = (
  { links }: PageRequest,
  kind: PagedName,
  { slug }: Pick<AnyView, 'slug'>,
): string => links.path(kind, { slug })

/** True if a decoded path has this slug. Slugs are stored as they stand in URLs. */
export const isSame = (stored: string, given: string | undefined) =>
  slugKey(stored) === slugKey(given ?? '')

/** The slug of a record in each language, for links between them. */
export const slugsOf = (view: Pick<AnyView, 'slugIn'>) =>
  tableOf(languages, language => ({ slug: view.slugIn(language) }))

const maxTeaser = 220

/** A few words about an event: its excerpt, else how its description begins. */
export function teaserOf({ excerpt, description }: EventView): TextView {
  const { text, lang } = excerpt.text ? excerpt : description
  return { text: shortened(htmlToLine(text)), lang }
}

/** Cut after a word, or at least after a character: half a pair of UTF-16 would be shown as a sign of its own. */
export function shortened(text: string, max = maxTeaser): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const begin = cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2))
  return `${begin.replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}
