import { tableOf } from '../../define/base/objects.ts'
import { fieldErrorMessage } from '../../define/field-errors.ts'
import type { FieldError } from '../../define/field-type.ts'
import { type Outcome, outcomes } from '../../define/import-messages.ts'
import type { Language } from '../../define/text/language.ts'
import type { Item, Place, TableColumn } from '../../moving/index.ts'
import { Problem, reasonOf } from '../../problem/index.ts'
import { resources, type WrittenName, writtenNames } from '../../resources/index.ts'

export type { Outcome }

type Counts = Record<Outcome, number>

/** A note about a record of the source, in the language of the report. */
export type ReportEntry = Place & { kind: WrittenName; source_id?: string; reason: string }

/** The same where it may be of no record. */
type NoteEntry = Omit<ReportEntry, 'kind'> & Partial<Pick<ReportEntry, 'kind'>>

/** A record of the source, and what was done with it. */
type Listed = Place & {
  kind: WrittenName
  source_id: string
  title: string
  outcome: Exclude<Outcome, 'unchanged' | 'refused'>
}

/** The result of an import. Lists hold the first of many; the counts are of all. */
export type ImportReport = {
  source: string
  counts: Record<WrittenName, Counts>
  /** The first records that were written or skipped. */
  records: Listed[]
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
const maxListed = 500

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

export function openReport(source: string, language: Language) {
  const report = emptyReport(source)
  const add = <T>(list: T[], line: T) => {
    if (list.length < max) list.push(line)
  }
  return {
    report,
    count(kind: WrittenName, outcome: Outcome) {
      report.counts[kind][outcome] += 1
    },
    list({ kind, source_id, at, values }: Item, outcome: Outcome) {
      if (outcome === 'unchanged' || outcome === 'refused') return
      if (report.records.length >= maxListed) return
      const title = String(values[resources[kind].titled] ?? '').slice(0, 200)
      report.records.push({ ...at, kind, source_id, title, outcome })
    },
    refuse(of: Omit<ReportEntry, 'reason'>, error: unknown) {
      report.counts[of.kind].refused += 1
      if (of.source_id === undefined) report.unnamed += 1
      add(report.problems, { ...of, reason: reasonFor(error, language) })
    },
    /** Reports the faults of a record that was written without some of its parts. */
    complain: (of: Omit<ReportEntry, 'reason'>, error: unknown) =>
      add(report.problems, { ...of, reason: reasonFor(error, language) }),
    note: (of: Omit<NoteEntry, 'reason'>, error: FieldError) =>
      add(report.notes, { ...of, reason: reasonFor(error, language) }),
    /** Fields that differ here and there: people look at them, or only hear that this calendar has won. */
    conflict(of: Omit<ReportEntry, 'reason'>, fields: string[], policy: string) {
      const reason = reasonFor(
        { sentence: differs, params: { names: fields.join(', ') } },
        language,
      )
      if (policy === 'ask') add(report.conflicts, { ...of, fields, reason })
      else add(report.notes, { ...of, reason })
    },
  }
}

const differs = {
  en: 'Edited here and in the source: {names}. What is here stays.',
  fr: 'Modifié ici et dans la source : {names}. Ce qui est ici reste.',
}

/** The reason for a refusal as a sentence; throws any other error again. */
function reasonFor(error: unknown, language: Language): string {
  if (error instanceof Problem) return reasonOf(error, language)
  if (!isFieldError(error)) throw error
  return fieldErrorMessage(String(error.params?.name ?? ''), error, language)
}

const isFieldError = (of: unknown): of is FieldError =>
  typeof of === 'object' && of !== null && 'sentence' in of && !(of instanceof Error)
