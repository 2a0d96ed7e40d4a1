import { existing, isObject, namesIn, tableOf } from '../../define/base/objects.ts'
import { fieldErrorMessage, required } from '../../define/field-errors.ts'
import type { FieldError } from '../../define/field-type.ts'
import { matchKey } from '../../define/import-matches.ts'
import { type Outcome, outcomes } from '../../define/import-messages.ts'
import type { Values } from '../../define/param.ts'
import type { LinkKind } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import { type Language, textIn } from '../../define/text/language.ts'
import type { Item, Place, TableColumn } from '../../moving/index.ts'
import { Problem, reasonOf } from '../../problem/index.ts'
import { resources, type WrittenName, writtenNames } from '../../resources/index.ts'
import type { ListedField } from './listed-fields.ts'

export type { Outcome }

type Counts = Record<Outcome, number>

/** A cell or a field that is wrong: the name of its column, or of the field, and what stands there. */
type Fault = { column?: string; value?: string; reason: string }

/** A note about a record of the source, in the language of the report. */
export type ReportEntry = Place & { kind: WrittenName; source_id?: string } & Fault

/** The same where it may be of no record. */
type NoteEntry = Omit<ReportEntry, 'kind'> & Partial<Pick<ReportEntry, 'kind'>>

/** A record of the source, and what was done with it, or would be. */
export type ListedRecord = Place & {
  kind: WrittenName
  outcome: Outcome
  source_id?: string
  /** Its ID here; of a dry run, none is known for new ones. */
  id?: number | undefined
  title: string
  /** What it would be, or how it would change. */
  fields?: ListedField[]
  /** The row of the table, of what was refused. */
  cells?: readonly string[]
} & Partial<Fault>

/** A venue, organizer or term that does not exist yet, and the number of records that name it. */
type NewName = { kind: LinkKind; name: string; count: number }

/** The result of an import. Lists hold the first of many; the counts are of all. */
export type ImportReport = {
  source: string
  counts: Record<WrittenName, Counts>
  /** The first records of each outcome; a stored report has them elsewhere (`listed-records.ts`). */
  records: ListedRecord[]
  /** The number of records that are listed there. Reports of earlier versions have none. */
  listed?: Record<Outcome, number>
  /** Of a dry run: the venues, organizers and terms that would be created. Reports of earlier versions have none. */
  creates?: NewName[]
  /** Every refusal. */
  problems: ReportEntry[]
  /** Values that were left out or read with doubt. */
  notes: NoteEntry[]
  /** Fields that differ here and there, where the policy leaves that to people. */
  conflicts: (ReportEntry & { fields: string[] })[]
  /** The number of records that the source no longer has, and of those among them that were changed. */
  gone: { found: number; changed: number }
  /** Refused records of which not even the ID is known. */
  unnamed: number
  /** The guesses about how to read the source. */
  read: Record<string, string>
  /** The same for the same records of the source, in any order. Reports of earlier versions have none. */
  digest?: string
  /** The columns of a table. Reports of earlier versions have none. */
  columns?: readonly TableColumn[]
}

/** Maximum number of lines in each list of a report. */
const max = 10_000
/** Maximum number of records with an outcome that are listed. */
const maxListed = 1000
/** Maximum number of characters in the listed rows of a table. */
const maxCells = 4_000_000
/** Maximum number of names that would be created. */
const maxNames = 500

export const emptyReport = (source: string): ImportReport => ({
  source,
  counts: tableOf(writtenNames, () => tableOf(outcomes, () => 0)),
  records: [],
  problems: [],
  notes: [],
  conflicts: [],
  gone: { found: 0, changed: 0 },
  unnamed: 0,
  read: {},
})

/** A record of the source as a report names it. */
type Reported = Pick<Item, 'kind' | 'at'> &
  Partial<Pick<Item, 'source_id' | 'values' | 'cells'>> & { title?: string }

export function openReport(source: string, language: Language) {
  const report = emptyReport(source)
  const faults = openFaults(language)
  report.creates = []
  const listing = openListing(report.records)
  const names = new Map<string, NewName>()
  const add = <T>(list: T[], line: T) => {
    if (list.length < max) list.push(line)
  }
  return {
    report,
    ...listing,
    count(kind: WrittenName, outcome: Outcome) {
      report.counts[kind][outcome] += 1
    },
    /** The columns of a table: messages name fields by them. */
    readAs(columns: readonly TableColumn[]) {
      report.columns = columns
      faults.readAs(columns)
    },
    refuse(of: Reported, error: unknown) {
      const { kind, at, source_id, values } = of
      report.counts[kind].refused += 1
      if (source_id === undefined) report.unnamed += 1
      const fault = faults.of(kind, error, values)
      add(report.problems, {
        ...at,
        kind,
        ...(source_id !== undefined && { source_id }),
        ...fault,
      })
      listing.list(of, 'refused', fault)
    },
    /** Reports the faults of a record that was written without some of its parts. */
    complain: (of: Omit<ReportEntry, keyof Fault>, error: unknown) =>
      add(report.problems, { ...of, ...faults.of(of.kind, error) }),
    note: (of: Omit<NoteEntry, keyof Fault>, error: FieldError) =>
      add(report.notes, { ...of, ...faults.of(of.kind, error) }),
    /** Fields that differ here and there: people look at them, or only hear that this calendar has won. */
    conflict(of: Omit<ReportEntry, keyof Fault>, fields: string[], policy: string) {
      const labels = fields.map(name => faults.nameOf(of.kind, name)).join(', ')
      const { reason } = faults.of(of.kind, { sentence: differs, params: { names: labels } })
      if (policy === 'ask') add(report.conflicts, { ...of, fields, reason })
      else add(report.notes, { ...of, reason })
    },
    /** A venue, organizer or term that a record would create. */
    create(kind: LinkKind, name: string) {
      const key = matchKey(kind, name)
      const known = names.get(key)
      if (known) known.count += 1
      else if (names.size < maxNames) {
        const entry = { kind, name, count: 1 }
        names.set(key, entry)
        report.creates?.push(entry)
      }
    },
  }
}

/** The first records of each outcome. */
function openListing(records: ListedRecord[]) {
  const room = tableOf(outcomes, () => maxListed)
  let roomForCells = maxCells
  return {
    /** True if another record with this outcome is listed. */
    hasRoom: (outcome: Outcome) => room[outcome] > 0,
    list(
      { title, ...of }: Reported,
      outcome: Outcome,
      more: Pick<ListedRecord, 'id' | 'fields'> | Fault = {},
    ) {
      if (room[outcome]-- <= 0) return
      const { kind, at, source_id, values = {}, cells = [] } = of
      const size = cells.reduce((sum, { length }) => sum + length, 0)
      const hasCells = outcome === 'refused' && size > 0 && size <= roomForCells
      if (hasCells) roomForCells -= size
      records.push({
        ...at,
        kind,
        outcome,
        ...(source_id !== undefined && { source_id }),
        title: (title ?? titleIn(kind, values)).slice(0, 200),
        ...more,
        ...(hasCells && { cells }),
      })
    },
  }
}

function titleIn(kind: WrittenName, values: Values): string {
  const { titled } = resources[kind]
  const { translations } = values
  const own = isObject(translations) ? Object.values(translations) : []
  const titles = [values, ...own.filter(isObject)].map(each => each[titled])
  return String(titles.find(Boolean) ?? '')
}

const differs = {
  en: 'Edited here and in the source: {names}. What is here stays.',
  fr: 'Modifié ici et dans la source : {names}. Ce qui est ici reste.',
}

const maxValue = 200

/** The faults of records, which name each field by its column, or by its label. */
function openFaults(language: Language) {
  let headings: ReadonlyMap<string, string> = new Map()
  const nameOf = (kind: WrittenName | undefined, name: string): string => {
    const heading = headings.get(name)
    if (heading !== undefined || !kind) return heading ?? name
    const [, of, text = name] = /^(\w\w)\.(\w+)$/.exec(name) ?? []
    const { fields }: Resource = resources[kind]
    const label = fields[text]?.label
    if (!label) return name
    return textIn(label, language) + (of ? ` (${of})` : '')
  }
  return {
    nameOf,
    readAs(columns: readonly TableColumn[]) {
      headings = new Map(columns.map(({ name, field }) => [field, name]))
    },
    /** The fault of a refusal or a note; throws any other error again. */
    of(kind: WrittenName | undefined, error: unknown, values: Values = {}): Fault {
      if (error instanceof Problem) {
        const { fieldErrors, missing = [] } = error.extra
        const wrong = fieldErrors ?? Object.fromEntries(missing.map(name => [name, required]))
        const names = namesIn(wrong)
        const [first] = names
        if (first === undefined) return { reason: reasonOf(error, language) }
        const value = values[first]
        return {
          column: nameOf(kind, first),
          ...(isPlain(value) && { value: String(value).slice(0, maxValue).toWellFormed() }),
          reason: names
            .map(name => fieldErrorMessage(nameOf(kind, name), existing(wrong[name]), language))
            .join(' '),
        }
      }
      if (!isFieldError(error)) throw error
      const { name = '', column, value } = error.params ?? {}
      return {
        ...(column !== undefined && { column: String(column) }),
        ...(value !== undefined && { value: String(value) }),
        reason: fieldErrorMessage(nameOf(kind, String(name)), error, language),
      }
    },
  }
}

const isPlain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const isFieldError = (of: unknown): of is FieldError =>
  typeof of === 'object' && of !== null && 'sentence' in of && !(of instanceof Error)
