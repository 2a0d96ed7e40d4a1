import type { FieldType } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import { type Cell, isLink, type StoredRecord } from '../../define/record.ts'
import { livesIn, type Resource } from '../../define/resource.ts'
import { htmlToText } from '../../define/text/html.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'
import { sentenceOf } from '../../define/time/recurrence/sentence.ts'
import { isWritten, recurrenceIn, resources, wordsOf } from '../../resources/index.ts'
import type { Context } from '../base/context.ts'
import type { NewLinked } from './dry-run.ts'

/** A field of a record before and after an import, as people read it. `language`: that of a text. */
export type ListedField = { name: string; language?: Language; before: string; after: string }

/** Fields of which an import says nothing, or a secret. */
const unlisted: ReadonlySet<string> = new Set(
  'author date date_utc slug source source_id submission translations password'.split(' '),
)

/** Listed for a new record, whether the source has them or not. */
const always: ReadonlySet<string> = new Set(['status', 'start_date', 'end_date'])

const maxValue = 300
const cut = (text: string) =>
  text.length > maxValue ? `${text.slice(0, maxValue).toWellFormed()}…` : text

type Reading = {
  context: Pick<Context, 'store' | 'site'>
  /** The language of the report. */
  language: Language
  /** The names of records that a dry run would create. */
  created: readonly NewLinked[]
}

/** The fields of a new record, or those in which a record differs from before. `sent`: the names that the source has values of. */
export async function listedFields(
  reading: Reading,
  { before, after, sent }: { before?: StoredRecord | undefined; after: StoredRecord; sent: Values },
): Promise<ListedField[]> {
  if (!isWritten(after.kind)) return []
  const { fields }: Resource = resources[after.kind]
  const listed: ListedField[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (unlisted.has(name)) continue
    const isSent = before !== undefined || name in sent || always.has(name)
    const lives = livesIn(field)
    if (lives === 'text')
      for (const language of languages) {
        const was = textIn(before, language, name)
        const is = textIn(after, language, name)
        if (was !== is) listed.push({ name, language, before: cut(was), after: cut(is) })
      }
    else if (lives !== 'never' && isSent) {
      const words = lives === 'link' ? linksIn : factIn
      const was = before ? await words(reading, before, name, field.type) : ''
      const is = await words(reading, after, name, field.type)
      if (was !== is) listed.push({ name, before: cut(was), after: cut(is) })
    }
  }
  return listed
}

const textIn = (record: StoredRecord | undefined, language: Language, name: string) =>
  htmlToText(String(record?.texts[language]?.[name] ?? ''))

async function linksIn(
  { context: { store }, created }: Reading,
  { links }: StoredRecord,
  name: string,
  { termsOf, refersLinked, offers }: FieldType,
): Promise<string> {
  const kind = termsOf ?? refersLinked ?? offers ?? name
  if (!isLink(kind)) return ''
  const stored = new Map((await store.getMany(kind, links[kind])).map(each => [each.id, each]))
  const names = links[kind].map(id => {
    const made = created.find(each => each.kind === kind && each.id === id)
    return made?.name ?? titleOf(stored.get(id)) ?? `#${id}`
  })
  return names.join(', ')
}

/** The name of a record in one of its languages. */
export const titleOf = (record: StoredRecord | undefined): string | undefined => {
  if (!record || !isWritten(record.kind)) return undefined
  const { titled } = resources[record.kind]
  const title = languages.map(each => record.texts[each]?.[titled]).find(Boolean)
  return title === undefined ? undefined : String(title)
}

async function factIn(
  { context: { store, site }, language }: Reading,
  { facts }: StoredRecord,
  name: string,
  type: FieldType,
): Promise<string> {
  if (name === 'start_date' || name === 'end_date') {
    const wall = facts[name === 'start_date' ? 'starts' : 'ends']
    return wall == null ? '' : formatWall(Number(wall)).slice(0, facts.all_day ? 10 : 16)
  }
  const locale = site.locales[language]
  if (name === 'recurrence') {
    const read = recurrenceIn(facts)
    return read ? sentenceOf(read, Number(facts.starts), locale) : ''
  }
  const cell: Cell = facts[name] ?? null
  if (cell === null) return ''
  if (type.isImage || type.refers) {
    const kind = type.isImage ? 'image' : type.refers
    const record = kind && Number(cell) > 0 ? await store.get(kind, Number(cell)) : undefined
    return titleOf(record) ?? (Number(cell) > 0 ? `#${cell}` : '')
  }
  return wordsOf(type, cell, type.input === 'flag' ? Number(cell) !== 0 : cell, locale)
}
