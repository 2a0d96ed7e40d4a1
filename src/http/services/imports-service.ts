import type {
  Actor,
  Bulk,
  BulkInput,
  Caller,
  ImportRun,
  ListedRecord,
  Subscription,
} from '../../calendar/index.ts'
import type { NameMatch } from '../../define/import-matches.ts'
import type { ImportFormat, Interval, Outcome } from '../../define/import-messages.ts'
import type { ImportHow } from '../../define/import-options.ts'
import type { Language } from '../../define/text/language.ts'

type NewImport = {
  format: ImportFormat
  url: string | undefined
  file: string | undefined
  source: string | undefined
  language: Language
  how: ImportHow
}

/** Imports of this process. */
export type Imports = {
  as(actor: Actor): ImportsService
  /** True if this actor may import. */
  allows(actor: Actor): boolean
  /** Continues interrupted imports and removes unused files; in the leader. */
  look(): Promise<void>
  /** Ends the work in progress: another process continues it, or this one after its next start. */
  stop(): Promise<void>
}

/** Imports and their previews. They go on after the response; throws where the actor may not. */
export type ImportsService = {
  list(page: {
    before: number | undefined
    max: number
  }): Promise<{ runs: ImportRun[]; next: number | undefined }>
  read(id: number): Promise<ImportRun>
  /** The events of an import by their outcome; undefined: it was forgotten. */
  countsOf(id: number): Promise<Record<Outcome, number> | undefined>
  /** A page of the records that had an outcome. */
  listed(id: number, of: { outcome: Outcome; page: number }): Promise<ListedRecord[]>
  /** The rows that were refused, as a table of the same columns and the reasons. */
  refusedRows(id: number, language: Language): Promise<{ name: string; content: string }>
  create(given: NewImport): Promise<ImportRun>
  /** The next bytes of the file. */
  send(id: number, bytes: Buffer, isLast: boolean): Promise<ImportRun>
  preview(id: number, how: ImportHow): Promise<ImportRun>
  run(id: number): Promise<ImportRun>
  stop(id: number): Promise<ImportRun>
  undo(id: number): Promise<ImportRun>
  subscriptions(): Promise<Subscription[]>
  subscribe(given: {
    format: ImportFormat
    url: string
    source: string | undefined
    every: Interval
    how: ImportHow
  }): Promise<Subscription>
  /** `isDue`: it is read at once. */
  changeSubscription(
    id: number,
    to: {
      state: 'active' | 'paused' | undefined
      every: Interval | undefined
      isDue: boolean
    },
  ): Promise<Subscription>
  /** Ends a subscription; the imported records stay. */
  unsubscribe(id: number): Promise<Subscription>
  /** The names of the records that matches name, by kind and ID. */
  matchedNames(matches: readonly NameMatch[]): Promise<ReadonlyMap<string, string>>
  /** The display names of users, by ID. */
  namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

/** Changes of many records, which go on after the response; throws where the actor may not. */
export type BulkChanges = {
  /** Resolves once the first piece is done. */
  begin(caller: Caller, input: BulkInput): Promise<Bulk>
  read(actor: Actor, id: number): Promise<Bulk>
  undo(caller: Caller, id: number): Promise<Bulk>
  /** Continues those that were interrupted; in the leader. */
  look(): Promise<void>
  /** Ends the work in progress: another process continues it, or this one after its next start. */
  stop(): Promise<void>
}
