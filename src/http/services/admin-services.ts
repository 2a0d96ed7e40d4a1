import type { Readable } from 'node:stream'
import type {
  Actor,
  Bulk,
  BulkInput,
  Caller,
  Delivery,
  ImportRun,
  ListedRecord,
  Subscription,
  Webhook,
} from '../../calendar/index.ts'
import type { SettingInput, SettingSource, settingGroups } from '../../define/account-messages.ts'
import type { Sentence } from '../../define/field-type.ts'
import type { NameMatch } from '../../define/import-matches.ts'
import type { ImportFormat, Interval, Outcome } from '../../define/import-messages.ts'
import type { ImportHow } from '../../define/import-options.ts'
import type { Language } from '../../define/text/language.ts'
import type { downloads } from '../../operations/admin-api/index.ts'
import type { findingLevels, Status } from '../../resources/admin-api/index.ts'

/** A setting as administrators see it. */
export type SettingState = {
  name: string
  group: (typeof settingGroups)[number]
  /** Only for settings that can be changed while the service runs. */
  label: Sentence | undefined
  about: Sentence
  expects: Sentence
  input: SettingInput
  words: { word: string; label: Sentence | undefined }[] | undefined
  /** Another setting, and those of its words with which this one is of use. */
  where: { setting: string; is: readonly string[] } | undefined
  least: number | undefined
  most: number | undefined
  /** The resource of which it names a record. */
  of: string | undefined
  canBeEmpty: boolean
  canChange: boolean
  source: { from: SettingSource; name: string }
  /** Never that of a secret. */
  value: unknown
  default: unknown
  /** The value as people write it, where that is another way. */
  written: Sentence | undefined
  writtenDefault: Sentence | undefined
  isSecret: boolean
  isSet: boolean
}

/** Reads and changes settings; throws where the actor may not. */
export type SettingsService = {
  /** Throws where the actor may not. */
  check(): void
  read(): Promise<{ version: string; settings: SettingState[] }>
  change(sent: Readonly<Record<string, unknown>>, versions?: readonly string[]): Promise<void>
}

/** Something to look at, with its sentences in all languages. */
export type StatusFinding = {
  level: (typeof findingLevels)[number]
  message: Sentence
  advice: Sentence
}

/** The state of the service without what follows from it. */
export type StatusFigures = Omit<Status, 'findings'>
/** The state of the service, before it is written in a language. */
export type ServiceStatus = StatusFigures & { findings: StatusFinding[] }

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

export type ListedBackup = {
  name: string
  created: string
  events: number
  bytes: number
  encrypted: boolean
  has_key: boolean
}

/** Times are Unix seconds. */
type BackupStatus = {
  place: string
  every: number
  keep: number
  encrypted: boolean
  working: boolean
  last: number | undefined
  failure: string | undefined
  verified: { name: string; at: number; problem: string | undefined } | undefined
  problem: string | undefined
  backups: ListedBackup[]
}

export type Download = {
  what: (typeof downloads)[number]
  filter: string | undefined
  name: string | undefined
}

export type Examined = {
  check: string
  level: 'fine' | 'warning' | 'error'
  message: string
  advice: string | undefined
}

/** Backups and exports, as an actor may make and load them; throws where the actor may not. */
export type BackupsService = {
  status(): Promise<BackupStatus>
  begin(): Promise<void>
  verify(name: string): Promise<void>
  /** The path after `/admin/downloads/`, and the name of the file. */
  download(of: Download): Promise<{ path: string; file: string }>
  examine(language: Language): Promise<Examined[]>
}

/** The backups that the service makes; `src/service/backups.ts` answers. */
export type Backups = {
  /** Begins a backup if one is due; in the leader. */
  look(): Promise<void>
  /** Ends the one that is being made: it is begun again. */
  stop(): Promise<void>
  as(actor: Actor): BackupsService
  /** The file of a path that this user got, while it is valid. Rejects where there is none, or too many are being loaded. */
  open(actor: Actor, path: string): Promise<{ stream: Readable; file: string }>
}

type Chosen = Pick<Webhook, 'url' | 'kinds' | 'scope' | 'language' | 'records' | 'terms'>

/** Webhooks, for administrators; throws where the actor is none. */
export type Webhooks = {
  as(actor: Actor): {
    list(): Promise<Webhook[]>
    /** `secret`: its key, which is shown once. It gets changes from now on. */
    create(of: Chosen): Promise<{ webhook: Webhook; secret: string }>
    change(id: number, state: 'active' | 'paused'): Promise<Webhook>
    rotate(id: number): Promise<{ webhook: Webhook; secret: string }>
    remove(id: number): Promise<Webhook>
    /** Sends a message that is about nothing. */
    test(id: number): Promise<Delivery>
    /** Sends a message of the last ones again, with its ID. */
    sendAgain(id: number, message: string): Promise<Delivery>
  }
  /** Follows the change log from now on: a process that serves. */
  begin(): void
  /** Sends what is due; in the leader. */
  look(): Promise<void>
  /** Ends the work in progress: another process goes on, or this one after its next start. */
  stop(): Promise<void>
}
