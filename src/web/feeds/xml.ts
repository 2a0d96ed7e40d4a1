import { type FeedAbout, type FeedEvent, type FeedFormat, openText } from './format.ts'

/** Characters that XML 1.0 cannot hold, not even escaped. */
const forbidden = /[\p{Cc}--[\t\n\r]]|[\ufffe\uffff]/gv
const unusual = /[&<>"]|[\p{Cc}--[\t\n\r]]|[\ufffe\uffff]/v
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as the content of an element, or as the value of an attribute in double quotes. */
export function xmlText(text: string): string {
  const wellFormed = text.toWellFormed()
  if (!unusual.test(wellFormed)) return wellFormed
  return wellFormed.replace(forbidden, '').replace(/[&<>"]/g, char => entities[char] ?? char)
}

/** An element with a text in it; nothing where there is none. */
export const element = (name: string, text: string, attributes = '') =>
  text === '' ? '' : `<${name}${attributes}>${xmlText(text)}</${name}>\n`

export const attribute = (name: string, value: string) => ` ${name}="${xmlText(value)}"`

/** A feed of XML: its head, which says when any of its events last changed, an element for each event, and its end. */
export const xmlFeed = (
  mediaType: string,
  headOf: (about: FeedAbout, changed: number) => string,
  entryOf: (event: FeedEvent, about: FeedAbout) => string,
  end: string,
): FeedFormat => ({
  mediaType: `${mediaType}; charset=utf-8`,
  occurrences: 'series',
  open(about) {
    const entries = openText()
    let changed = 0
    return {
      add(event) {
        changed = Math.max(changed, event.updated)
        entries.write(entryOf(event, about))
      },
      finish: () => [Buffer.from(headOf(about, changed)), ...entries.end(), Buffer.from(end)],
    }
  },
})
