import { namesIn } from '../../define/base/objects.ts'
import type { LinkKind, Row, TextChange } from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import { isTerm, resources } from '../../resources/index.ts'
import type { DatePatch } from '../../store/index.ts'

// The differences of a date from its series, by the names of fields: `fr.title` for a text.

/** Facts that callers write by another name. */
const writtenAs: Record<string, string> = {
  starts: 'start_date',
  ends: 'end_date',
  postponed_from: 'event_status',
}

export const factField = (column: string) => writtenAs[column] ?? column
export const linkField = (kind: LinkKind) => (isTerm(kind) ? resources[kind].path : kind)

/** The fields that a patch has, with their values. */
function fieldsOf({ facts = {}, texts = {}, links = {} }: DatePatch): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [column, cell] of Object.entries(facts)) fields.set(factField(column), cell)
  for (const kind of namesIn(links)) fields.set(linkField(kind), links[kind]?.join())
  for (const language of languages)
    for (const [name, text] of Object.entries(texts[language] ?? {}))
      fields.set(`${language}.${name}`, text)
  return fields
}

/** The fields in which two patches differ. */
export function differingFields(before: DatePatch, after: DatePatch): Set<string> {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return new Set([...was.keys(), ...is.keys()].filter(name => was.get(name) !== is.get(name)))
}

/** A patch without some fields. Start and end are a pair. */
export function withoutFields(patch: DatePatch, names: ReadonlySet<string>): DatePatch {
  const isLeft = (name: string) =>
    !names.has(name) && !(times.has(name) && [...times].some(each => names.has(each)))
  const facts: Row = Object.fromEntries(
    Object.entries(patch.facts ?? {}).filter(([column]) => isLeft(factField(column))),
  )
  const links = Object.fromEntries(
    namesIn(patch.links ?? {})
      .filter(kind => isLeft(linkField(kind)))
      .map(kind => [kind, patch.links?.[kind]]),
  )
  const texts: TextChange = {}
  for (const language of languages) {
    const row = patch.texts?.[language]
    if (row === undefined) continue
    const own = row && textsLeft(row, name => isLeft(`${language}.${name}`))
    if (own === null || Object.keys(own).length > 0) texts[language] = own
  }
  return withoutEmpty({ facts, texts, links })
}

/**
 * What a date has of its own after a write: what it had, but for the fields that the write changed, and all in which it now differs from its series. So
 * a value stays its own where the series has come to have the same.
 */
export function ownAfter(before: DatePatch, changed: DatePatch, differing: DatePatch): DatePatch {
  const left = withoutFields(before, new Set(fieldsOf(changed).keys()))
  const facts = { ...left.facts, ...differing.facts }
  const links = { ...left.links, ...differing.links }
  const texts: TextChange = {}
  for (const language of languages) {
    const own = textsOwn(left.texts?.[language], changed.texts?.[language])
    const other = differing.texts?.[language]
    const row = own && other ? { ...own, ...other } : other === undefined ? own : other
    if (row !== undefined) texts[language] = row
  }
  return withoutEmpty({ facts, texts, links })
}

const withoutEmpty = ({ facts = {}, texts = {}, links = {} }: DatePatch): DatePatch => ({
  ...(Object.keys(facts).length > 0 && { facts }),
  ...(Object.keys(texts).length > 0 && { texts }),
  ...(Object.keys(links).length > 0 && { links }),
})

/** The texts that a date had in a language, unless the write took them away, or wrote some where it had none. */
const textsOwn = (own: Row | null | undefined, changed: Row | null | undefined) =>
  changed === null || (own === null && changed !== undefined) ? undefined : own

const times: ReadonlySet<string> = new Set(['start_date', 'end_date'])

/** Nothing stays of when texts were changed where none is left. */
function textsLeft(row: Row, isLeft: (name: string) => boolean): Row {
  const left = Object.entries(row).filter(([name]) => isLeft(name))
  return left.some(([name]) => name in resources.event.fields) ? Object.fromEntries(left) : {}
}
