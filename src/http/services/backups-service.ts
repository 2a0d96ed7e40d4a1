import type { Readable } from 'node:stream'
import type { Actor, Delivery, Webhook } from '../../calendar/index.ts'
import type { Language } from '../../define/text/language.ts'
import type { downloads } from '../../operations/admin-api/index.ts'

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
