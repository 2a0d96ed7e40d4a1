import { namesIn } from '../../define/base/objects.ts'
import type { Language } from '../../define/field-type.ts'
import type { StoredRecord, TextChange } from '../../define/record.ts'
import { main } from '../../define/record-texts.ts'
import type { Resource } from '../../define/resource.ts'
import { languages } from '../../define/text/language.ts'
import { copiedFrom } from '../../define/text/translation.ts'
import { Problem } from '../../problem/index.ts'
import { isTerm, resources } from '../../resources/index.ts'
import {
  asBefore,
  type DatePatches,
  type PreviousVersion,
  type Reader,
  type Replaced,
  versionAfter,
} from '../../store/index.ts'
import { type Actor, may, mayEdit } from '../access/access.ts'
import { factField, linkField } from '../read/patch-fields.ts'
import { noSuchRecord } from '../read/record-for.ts'
import { namesOf } from '../write/names.ts'
import { type WrittenName, writtenKind } from '../write/write-types.ts'

/** The fields that a version changed: common fields, and those of each language. */
type Changed = {
  facts: string[]
  texts: Partial<Record<Language, string[]>>
  /** Those of them that the language did not have before, or only as a copy of the original. */
  new_texts?: Partial<Record<Language, string[]>>
  /** IDs of the dates of a series that it has changed one by one. */
  dates: number[]
}

/** One version of a record: who wrote it, when, and what it changed. Null: unknown. */
export type Version = {
  version: number
  /** Unix seconds. */
  instant: number
  /** The ID of a user; 0 for the service itself, or a visitor. */
  by: number | null
  name: string | null
  /** The version that it brought back. */
  restored: number | null
  /** The note to its author. */
  note: string | null
  /** Null: the first that is known. */
  changed: Changed | null
}

/** A part of a version that cannot be restored: a link to a deleted record, a slug or dates that another record has. */
export type LeftOut = { field: string; id: number | null; language: Language | null }

/**
 * A version: the record as of it, and the values that its change replaced; without these, earlier versions are unknown. `dates`: the differences of
 * dates where they have changed since.
 */
type Step = { record: StoredRecord; dates: DatePatches; replaced: Replaced | undefined }

const atOnce = 100

/** The versions of a record from the last to the first that is known: no more than the setting keeps. */
async function* backFrom(reader: Reader, last: StoredRecord): AsyncGenerator<Step> {
  let dates: DatePatches = {}
  for (let record = last; ; ) {
    const rows = await reader.replaced(record.kind, record.id, record.version, atOnce)
    for (const replaced of rows) {
      // a version that an older program has written is missing: the versions before it are unknown
      if (versionAfter(replaced) !== record.version) break
      yield { record, dates, replaced }
      record = asBefore(record, replaced)
      dates = { ...dates, ...replaced.before.dates }
    }
    if (rows.length === atOnce && rows.at(-1)?.version === record.version) continue
    yield { record, dates, replaced: undefined }
    return
  }
}

/** True if this actor may see the history of a record, or a version of it. Only editors see versions from before the record changed author. */
const seesHistory = (actor: Actor, record: StoredRecord) =>
  isTerm(record.kind) ? may(actor, 'change', record.kind) : mayEdit(actor, record)

/** A record whose history this actor may see. */
async function recordWithHistory(reader: Reader, actor: Actor, kind: WrittenName, id: number) {
  const record = await reader.get(kind, id)
  if (!record) throw await noSuchRecord(reader, actor, kind, id)
  if (!seesHistory(actor, record)) throw new Problem('rest_forbidden')
  return record
}

/** Where a page of versions begins, and how long it is. */
export type VersionPage = { before: number | undefined; max: number }

/** The versions of a record, latest first, and where older ones begin; undefined: there are none. */
export async function versionsOf(
  reader: Reader,
  actor: Actor,
  kind: WrittenName,
  id: number,
  { before = Number.POSITIVE_INFINITY, max }: VersionPage,
): Promise<{ versions: Version[]; next: number | undefined }> {
  const last = await recordWithHistory(reader, actor, kind, id)
  const steps: Step[] = []
  for await (const step of backFrom(reader, last)) {
    if (step.record.version >= before || !seesHistory(actor, step.record)) continue
    steps.push(step)
    if (steps.length > max) break
  }
  const page = steps.slice(0, max)
  return {
    versions: await described(reader, actor, page),
    next: steps.length > max ? page.at(-1)?.record.version : undefined,
  }
}

/** One version of a record: the record as it was, and the stored data of its change. */
export async function versionOf(
  reader: Reader,
  actor: Actor,
  kind: WrittenName,
  id: number,
  version: number,
): Promise<Pick<Step, 'record' | 'dates'> & { version: Version; now: StoredRecord }> {
  const now = await recordWithHistory(reader, actor, kind, id)
  const step = await stepTo(reader, actor, now, version)
  const [entry] = await described(reader, actor, [step])
  if (!entry) throw new Problem('version_not_found')
  return { record: step.record, dates: step.dates, version: entry, now }
}

/** A record, and what was otherwise on its dates, in a version that this actor may see. */
export async function stepTo(
  reader: Reader,
  actor: Actor,
  now: StoredRecord,
  version: number,
): Promise<Pick<Step, 'record' | 'dates' | 'replaced'>> {
  for await (const step of backFrom(reader, now)) {
    if (step.record.version < version) break
    if (step.record.version === version && seesHistory(actor, step.record)) return step
  }
  throw new Problem('version_not_found')
}

async function described(reader: Reader, actor: Actor, steps: readonly Step[]): Promise<Version[]> {
  const versions = steps.map(({ record, replaced }) => ({
    version: record.version,
    instant: replaced?.instant ?? Number(record.facts.modified ?? 0),
    by: replaced ? replaced.actor : creatorOf(record),
    restored: replaced?.restored || null,
    note: replaced?.before.facts?.returned === undefined ? null : noteIn(record),
    changed: replaced ? changedBy(record, replaced.before) : null,
  }))
  const names = await namesOf(
    reader,
    actor,
    versions.flatMap(({ by }) => by ?? []),
  )
  return versions.map(each => ({ ...each, name: names.get(each.by ?? 0) ?? null }))
}

/** The note to the author of an event in this version. */
const noteIn = ({ facts }: StoredRecord): string | null =>
  typeof facts.returned === 'string' ? JSON.parse(facts.returned).note : null

/** The creator of a record, as far as its first version is stored. */
const creatorOf = ({ version, facts }: StoredRecord) =>
  version === 1 && facts.creator != null ? Number(facts.creator) : null

/** The names of the fields that a change changed. */
function changedBy(
  after: StoredRecord,
  { facts = {}, texts = {}, links = {}, dates = {} }: PreviousVersion,
): Changed {
  const { fields }: Resource = resources[writtenKind(after)]
  const named = (names: readonly string[]) => [...new Set(names)].filter(name => name in fields)
  const changed: Changed = { facts: [], texts: {}, dates: Object.keys(dates).map(Number) }
  const linked = namesIn(links).map(linkField)
  changed.facts = named([...Object.keys(facts).map(factField), ...linked])
  for (const language of languages) {
    const names = named(textNames(after, texts, language))
    if (names.length > 0) changed.texts[language] = names
    const added = names.filter(name => isNewText(after, texts, language, name))
    if (added.length > 0) changed.new_texts = { ...changed.new_texts, [language]: added }
  }
  return changed
}

/** True if a text was not there before the change, or only as a copy of the original. */
function isNewText(after: StoredRecord, before: TextChange, language: Language, name: string) {
  const was = before[language]?.[name]
  if (!was) return true
  const textIn = (of: Language) => before[of]?.[name] ?? after.texts[of]?.[name]
  return copiedFrom(textIn, language, main(after)) !== undefined
}

/** The names of the texts of a language that was added or removed. */
function textNames({ texts }: StoredRecord, before: TextChange, language: Language): string[] {
  const was = before[language]
  if (was === undefined) return []
  const isFirst = was === null || !texts[language]
  const row = was ?? texts[language] ?? {}
  return Object.keys(row).filter(name => !isFirst || row[name] !== null)
}
