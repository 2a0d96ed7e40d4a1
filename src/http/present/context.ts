import { languageShown, languagesOf, shown } from '../../calendar/texts.ts'
import type { Language } from '../../define/field-type.ts'
import type { StoredRecord } from '../../define/record.ts'
import { paragraphs } from '../../define/text/html.ts'
import { shownLine } from '../../define/text/plain-text.ts'
import { formatWall } from '../../define/time/format.ts'
import { wallOf } from '../../define/time/zone.ts'

/** What a record needs to know of the request to be written out. */
export type Show = {
  /** Names this way of writing out, in one character. */
  key: string
  language: Language
  /** Root of the interface under the base address asked, without a slash at the end. */
  root: string
  /** Root of the interface in a language, for links to translations. */
  rootIn: Record<Language, string>
  /** Public pages in a language, without a slash at the end. */
  homeIn: Record<Language, string>
  /** Where stored pictures are served. */
  uploads: string
  host: string
  /** First segment of the namespace: names the taxonomy of categories. */
  vendor: string
  zone: string
  currency: { symbol: string; position: 'prefix' | 'postfix'; code: string }
}

const pages: Record<string, Record<Language, string>> = {
  event: { en: 'event', fr: 'evenement' },
  venue: { en: 'venue', fr: 'lieu' },
  organizer: { en: 'organizer', fr: 'organisateur' },
  category: { en: 'events/category', fr: 'evenements/categorie' },
  tag: { en: 'events/tag', fr: 'evenements/etiquette' },
}

/** The public page of a record in a language. Records without a slug are addressed by id. */
export function pageUrl({ homeIn }: Show, record: StoredRecord, language: Language): string {
  const slug = shown(record, 'slug', language)
  if (!slug) return `${homeIn[language]}/?${record.kind}=${record.id}`
  return `${homeIn[language]}/${pages[record.kind]?.[language]}/${slug}/`
}

const paths: Record<string, string> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  image: 'images',
}

export const restUrl = (root: string, { kind, id }: StoredRecord) => `${root}/${paths[kind]}/${id}`

/** A name or title as it goes out (H1). As in the reference, `&` is `&#038;` but in the names of terms, where it is `&amp;`. */
export function title(record: StoredRecord, name: string, language: Language) {
  const line = shownLine(shown(record, name, language) ?? '')
  return name === 'name' ? line : line.replaceAll('&amp;', '&#038;')
}

/** A description or excerpt as it goes out (H2). */
export const rich = (record: StoredRecord, name: string, language: Language) =>
  paragraphs(shown(record, name, language) ?? '')

/** `language` and `translations` of a record (M5). */
export function languageFields(show: Show, record: StoredRecord, titled: string) {
  const translations = languagesOf(record).map(language => [
    language,
    {
      [titled]: title(record, titled, language),
      slug: shown(record, 'slug', language) ?? '',
      url: pageUrl(show, record, language),
      rest_url: restUrl(show.rootIn[language], record),
    },
  ])
  return {
    language: languageShown(record, show.language),
    translations: Object.fromEntries(translations),
  }
}

/** Drafts have no publication in UTC yet, as in the reference. */
export function dates({ facts }: StoredRecord, zone: string) {
  const modified = Number(facts.modified)
  return {
    date: formatWall(Number(facts.date)),
    date_utc: facts.date_utc === null ? '0000-00-00 00:00:00' : formatWall(Number(facts.date_utc)),
    modified: formatWall(wallOf(modified, zone)),
    modified_utc: formatWall(modified),
  }
}

export const globalId = ({ host }: Show, { id }: StoredRecord) => ({
  global_id: `${host}?id=${id}`,
  global_id_lineage: [`${host}?id=${id}`],
})
