import { isObject, namesIn } from '../../define/base/objects.ts'
import type { FieldType } from '../../define/field-type.ts'
import { matchesIn, matchKey, type NameMatch } from '../../define/import-matches.ts'
import type { Values } from '../../define/param.ts'
import { type Cell, isLink, type StoredRecord } from '../../define/record.ts'
import { livesIn, type Resource } from '../../define/resource.ts'
import { htmlToText } from '../../define/text/html.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'
import { sentenceOf } from '../../define/time/recurrence/sentence.ts'
import { fieldProblem } from '../../problem/index.ts'
import {
  isWritten,
  recurrenceIn,
  resources,
  type WrittenName,
  wordsOf,
} from '../../resources/index.ts'
import type { Store } from '../../store/index.ts'
import type { Context } from '../base/context.ts'
import type { NewLinked } from './dry-run.ts'
import { kindNamedBy } from './references.ts'

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
const titleOf = (record: StoredRecord | undefined): string | undefined => {
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

/** Puts the IDs that a user has chosen in place of names; the values are changed. */
export function withMatches(
  kind: WrittenName,
  values: Values,
  matches: ReadonlyMap<string, number>,
) {
  if (matches.size === 0) return
  for (const name of namesIn(values)) {
    const target = kindNamedBy(kind, name)
    const sent: unknown = values[name]
    if (target && Array.isArray(sent))
      values[name] = sent.map(each => matches.get(matchKey(target, nameIn(target, each))) ?? each)
  }
}

const nameIn = (kind: WrittenName, of: unknown): string =>
  typeof of === 'string' ? of : isObject(of) ? String(of[resources[kind].titled] ?? '') : ''

/** The names of the records that matches name, by kind and ID. */
export async function matchedNames(
  store: Pick<Store, 'get'>,
  matches: readonly NameMatch[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const { kind, id } of matches)
    names.set(`${kind} ${id}`, titleOf(await store.get(kind, id)) ?? '')
  return names
}

/** Refuses matches of another form, and those with records that are not here. */
export async function refuseUnknownMatches(store: Pick<Store, 'get'>, written = '') {
  const matches = matchesIn(written)
  if (!matches) throw fieldProblem('matches', notMatches)
  for (const { kind, name, id } of matches) {
    const record = await store.get(kind, id)
    if (!record || record.facts.status === 'trash')
      throw fieldProblem('matches', { sentence: noMatch, params: { match: name, id } })
  }
}

const notMatches = {
  sentence: {
    en: '{name} has another form. Expected lines such as “venue Old mill=12”, with venue, organizer, category or tag.',
    fr: '{name} a une autre forme. Attendu\u00a0: des lignes telles que «\u00a0venue Vieux moulin=12\u00a0», avec venue, organizer, category ou tag.',
  },
}
const noMatch = {
  en: '{name} gives “{match}” the ID {id}, which no record of this kind has. Expected the ID of an existing one.',
  fr: '{name} donne à «\u00a0{match}\u00a0» l’ID {id}, qu’aucune fiche de ce type n’a. Attendu\u00a0: l’ID d’une fiche existante.',
}
