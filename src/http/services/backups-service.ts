import type { Readable } from 'node:stream'
import type { Actor } from '../../calendar/index.ts'
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
