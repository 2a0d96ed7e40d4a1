import { isNameIn, isObject, namesIn, tableOf } from '../../define/base/objects.ts'
import type { CheckContext, FieldType, Sentence } from '../../define/field-type.ts'
import {
  type Cell,
  type LinkKind,
  type Links,
  linkKinds,
  type Row,
  type StoredRecord,
  type TextChange,
} from '../../define/record.ts'
import { type Fields, livesIn } from '../../define/resource.ts'
import { languages } from '../../define/text/language.ts'
import { firstWall, isTime, lastWall } from '../../define/time/clock.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import { isFile, type ResourceName, resources, takesPassword } from '../../resources/index.ts'
import type { Columns, PreviousVersion, Replaced, StoredDate } from '../../store/index.ts'
import { isImageFile, isPositive, isSizes, isTable, timeNames } from '../base/showable.ts'
import { shapes } from '../schema/shapes.ts'
import type { StoredHistory } from './stored-histories.ts'

/** A part of an archive that no calendar could have written, by its path in the record. */
export class WrongPart extends Error {
  readonly reason: { sentence: Sentence; params: { part: string } }
  constructor(part: string) {
    super(`${part} is not valid.`)
    this.reason = { sentence: wrongPart, params: { part } }
  }
}

const wrongPart = {
  en: 'The record is not valid: {part}.',
  fr: 'La fiche n’est pas valide : {part}.',
}

/** No calendar gives higher IDs, and none above this is safe in JSON. */
const highestId = 2 ** 48

const isInteger = (of: unknown): of is number => Number.isSafeInteger(of)
export const isId = (of: unknown): of is number => isInteger(of) && of > 0 && of <= highestId
const isCount = (of: unknown): of is number => isInteger(of) && of >= 0

/** True for an object with the parts of every line of records; the rest is checked record by record. */
export const isRecordLine = (of: unknown): of is StoredHistory =>
  isObject(of) &&
  isObject(of.record) &&
  isObject(of.record.facts) &&
  isObject(of.record.texts) &&
  isObject(of.record.links) &&
  [of.slugs, of.moved, of.dates, of.versions].every(Array.isArray)

/** Stands for a password that an archive leaves out: no password opens what has it. */
const closed = '-'

/** Facts without a password: a protected record stays closed. */
const withoutPassword = (kind: string, facts: Row): Row =>
  facts.password && isNameIn(resources, kind) && takesPassword(kind)
    ? { ...facts, password: closed }
    : facts

/** The same of everything that belongs to a record. */
export function withoutPasswords(fullRecord: StoredHistory): StoredHistory {
  const { record, versions } = fullRecord
  const { kind } = record
  return {
    ...fullRecord,
    record: { ...record, facts: withoutPassword(kind, record.facts) },
    versions: versions.map(version => ({
      ...version,
      before: {
        ...version.before,
        ...(version.before.facts && { facts: withoutPassword(kind, version.before.facts) }),
      },
    })),
  }
}

/** A record of an archive as this calendar may store it: texts are cleaned as every write does. Throws `WrongPart`. */
export function checkedRecord(kind: ResourceName, fullRecord: StoredHistory): StoredHistory {
  const { record } = fullRecord
  if (record.kind !== kind) throw new WrongPart('kind')
  if (!isId(record.id)) throw new WrongPart('id')
  if (!isInteger(record.version) || record.version < 1) throw new WrongPart('version')
  const parts = checkedParts(kind, record)
  const { slugs, moved } = fullRecord
  for (const name of [...slugs, ...moved])
    if (!fits.text(name) || name === null || name.length > maxName) throw new WrongPart('slugs')
  const { facts = {}, texts = {}, links = {} } = parts
  if (!languages.some(each => each === facts.main) && 'main' in shapeOf(kind).facts)
    throw new WrongPart('main')
  const all = tableOf(linkKinds, each => linksIn(links, each))
  for (const name of needed)
    if (name in shapeOf(kind).facts && (facts[name] ?? '') === '')
      throw new WrongPart(`facts.${name}`)
  if (Number(facts.ends ?? facts.starts ?? 0) < Number(facts.starts ?? 0))
    throw new WrongPart('facts.ends')
  if (!areUnlike([record.id, ...fullRecord.dates.map(date => date?.id)]))
    throw new WrongPart('dates')
  if (!areUnlike(fullRecord.versions.map(each => each?.version))) throw new WrongPart('versions')
  return withoutPasswords({
    record: { ...record, facts, texts: withoutNulls(texts), links: all },
    slugs,
    moved,
    dates: fullRecord.dates.map(date => checkedDate(kind, record.id, date)),
    versions: fullRecord.versions.map(version => checkedVersion(kind, record.id, version)),
  })
}

/** Facts that every record of their kinds has. */
const needed = ['status', 'timezone', 'starts', 'ends', 'utc_starts', 'utc_ends']
const maxName = 2000
const areUnlike = (of: readonly unknown[]) => new Set(of).size === of.length

function withoutNulls(texts: TextChange): StoredRecord['texts'] {
  const stored: StoredRecord['texts'] = {}
  for (const language of languages) {
    const row = texts[language]
    if (row) stored[language] = row
  }
  return stored
}

function linksIn(links: Partial<Links>, kind: LinkKind) {
  const ids = links[kind]
  if (!ids) throw new WrongPart(`links.${kind}`)
  return ids
}

/** Facts of an archive, by the columns of their kind; those that are not known here are left out. */
export function checkedFacts(kind: string, facts: unknown): Row {
  return checkedRow({ kind, columns: shapeOf(kind).facts }, facts, 'facts')
}

function shapeOf(kind: string) {
  const shape = shapes.find(each => each.kind === kind)
  if (!shape) throw new WrongPart('kind')
  return shape
}

function checkedRow(
  { kind, columns }: { kind: string; columns: Columns },
  row: unknown,
  part: string,
  fields: Fields = {},
): Row {
  if (!isObject(row)) throw new WrongPart(part)
  const checked: Row = {}
  for (const name of namesIn(columns)) {
    const cell = row[name]
    if (cell === undefined) continue
    if (!fits[columns[name] ?? 'text'](cell)) throw new WrongPart(`${part}.${name}`)
    if (!isFact(kind, name, cell, fields[name]?.type)) throw new WrongPart(`${part}.${name}`)
    checked[name] = isOwnFact(kind, name) ? cell : cleaned(name, cell, fields, part)
  }
  return checked
}

const fits = {
  text: (cell: unknown): cell is string | null =>
    cell === null || (typeof cell === 'string' && !cell.includes('\0')),
  integer: (cell: unknown): cell is number | null => cell === null || isInteger(cell),
  real: (cell: unknown): cell is number | null => cell === null || Number.isFinite(cell),
}

/** A stored text after the check of its field. Text that was cleaned before stays as it is, to the letter. */
function cleaned(name: string, cell: Cell, fields: Fields, part: string): Cell {
  if (typeof cell !== 'string' || cell === '') return cell
  const type = fields[name]?.type
  if (!type || type.store || type.column !== 'text' || type.input === 'secret') return cell
  const check = (text: string) => type.check(text, { now: 0, zone: 'UTC' })
  // a line is stored with its entities decoded: its text may look like one
  const again = check(cell.replaceAll('&', '&amp;'))
  if ('value' in again && again.value === cell) return cell
  const checked = check(cell)
  if ('fieldError' in checked || typeof checked.value !== 'string')
    throw new WrongPart(`${part}.${name}`)
  return checked.value
}

type Parts = Pick<PreviousVersion, 'facts' | 'texts' | 'links'>

/** Facts, texts and links, as far as they are there. */
function checkedParts(kind: ResourceName, { facts, texts, links }: Parts): Parts {
  const shape = shapeOf(kind)
  const { fields }: { fields: Fields } = resources[kind]
  const living = (where: 'fact' | 'text') =>
    Object.fromEntries(Object.entries(fields).filter(([, field]) => livesIn(field) === where))
  const checked: Parts = {}
  if (facts !== undefined)
    checked.facts = checkedRow({ kind, columns: shape.facts }, facts, 'facts', living('fact'))
  if (texts !== undefined) {
    if (!isObject(texts)) throw new WrongPart('texts')
    checked.texts = {}
    for (const language of languages) {
      const row = texts[language]
      if (row === undefined) continue
      checked.texts[language] =
        row && checkedRow({ kind, columns: shape.texts }, row, `texts.${language}`, living('text'))
    }
  }
  if (links !== undefined) {
    if (!isObject(links)) throw new WrongPart('links')
    checked.links = {}
    for (const each of linkKinds) {
      const ids: unknown = links[each]
      if (ids === undefined) continue
      if (!Array.isArray(ids) || !ids.every(isId)) throw new WrongPart(`links.${each}`)
      checked.links[each] = ids
    }
  }
  return checked
}

function checkedDate(kind: ResourceName, series: number, date: StoredDate): StoredDate {
  if (!isObject(date) || !isId(date.id) || date.series !== series) throw new WrongPart('dates')
  const { id, original, starts, ends, utc_starts, utc_ends, gone: removed, moved, patch } = date
  if (![original, starts, ends, utc_starts, utc_ends].every(isTime) || !isInteger(removed))
    throw new WrongPart('dates')
  if (ends < starts) throw new WrongPart('dates')
  if (moved != null && !isStep(moved)) throw new WrongPart('dates')
  const stored = {
    id,
    series,
    original,
    starts,
    ends,
    utc_starts,
    utc_ends,
    gone: removed,
    moved: moved ?? null,
  }
  return patch === undefined ? stored : { ...stored, patch: checkedPatch(kind, patch) }
}

function checkedPatch(kind: ResourceName, patch: unknown) {
  if (!isObject(patch)) throw new WrongPart('dates')
  return checkedParts(kind, patch)
}

function checkedVersion(kind: ResourceName, record: number, sent: Replaced): Replaced {
  if (!isObject(sent) || !isObject(sent.before)) throw new WrongPart('versions')
  const { id, version, instant, actor, restored, before } = sent
  const isFine = sent.kind === kind && id === record && isInteger(version) && version > 0
  if (!isFine || ![instant, actor, restored].every(isCount)) throw new WrongPart('versions')
  const { joined, began, dates } = before
  if (![joined, began].every(each => each === undefined || isCount(each)))
    throw new WrongPart('versions')
  if (dates !== undefined && !isObject(dates)) throw new WrongPart('versions')
  const patches = Object.entries(dates ?? {}).map(([id, patch]) => {
    if (!isId(Number(id))) throw new WrongPart('versions')
    return [id, patch && checkedPatch(kind, patch)]
  })
  return {
    kind,
    id,
    version,
    instant,
    actor,
    restored,
    before: {
      ...checkedParts(kind, before),
      ...(joined !== undefined && { joined }),
      ...(began !== undefined && { began }),
      ...(dates && { dates: Object.fromEntries(patches) }),
    },
  }
}

/** Seconds by which a time may have moved. */
const isStep = (of: unknown): boolean => isInteger(of) && Math.abs(of) <= lastWall - firstWall

function isRecurrence(text: unknown): boolean {
  const lines = isTable(text) && JSON.parse(String(text))
  if (!Array.isArray(lines) || !lines.every(line => typeof line === 'string')) return false
  const read = readRecurrence(lines, 'UTC')
  return 'value' in read && read.value !== undefined && read.value !== null
}

/** A name without a folder. */
const isOriginal = (of: unknown) => typeof of === 'string' && of.length <= 300 && !/[/\\]/.test(of)

/** The checks of facts that no caller writes by their own name, or that are stored in another form. */
const checks: Record<string, (cell: unknown) => boolean> = {
  ...Object.fromEntries(timeNames.map(name => [name, isTime])),
  recurrence: isRecurrence,
  custom_fields: isTable,
  returned: isTable,
  submission: isTable,
}

/** Those of images. */
const imageChecks: typeof checks = {
  file: isImageFile,
  original: isOriginal,
  sizes: isSizes,
  width: isPositive,
  height: isPositive,
  filesize: isCount,
}

const context: CheckContext = { now: 0, zone: 'UTC' }

/** True for a number that a write of the field could have stored. */
function isOfType(
  { check, show, store, input, refers, isImage }: FieldType,
  cell: number,
): boolean {
  if (refers || isImage) return isCount(cell)
  if (input === 'flag') return cell === 0 || cell === 1
  // stored as the position of a word
  const sent = store ? (show as ((stored: Cell) => unknown) | undefined)?.(cell) : cell
  const checked = check(sent, context)
  return 'value' in checked && (store ? store(checked.value) === cell : checked.value === cell)
}

/** True for the checked fact of this name, as far as more than the type of its column says what it may be. */
function isFact(kind: string, name: string, cell: Cell, type: FieldType | undefined): boolean {
  if (cell === null) return true
  const own = (isFile(kind) && imageChecks[name]) || checks[name]
  if (own) return own(cell) || (cell === '' && name !== 'recurrence')
  return typeof cell !== 'number' || !type || isOfType(type, cell)
}

/** True for the name of a fact that is checked here alone. */
const isOwnFact = (kind: string, name: string): boolean =>
  Object.hasOwn(checks, name) || (isFile(kind) && Object.hasOwn(imageChecks, name))
