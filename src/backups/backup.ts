import type { Readable } from 'node:stream'
import type { Settings } from '../config/index.ts'
import { isObject } from '../define/base/objects.ts'

/** The content of the manifest of a backup. */
export type BackupFacts = {
  /** ISO 8601, UTC. */
  created: string
  /** The version of the program that created it. */
  version: string
  databaseVersion: number
  events: number
  files: number
  bytes: number
  /** True if the key is in it; false if it is a setting. */
  hasKey: boolean
}

/**
 * A backup of a calendar: the database as an SQLite file, whatever engine the calendar is on, the key, the images, a manifest, and the
 * checksums of all files as `sha256sum` writes and checks them, in one zip file (encrypted if there is a key), with a manifest next to it that is written
 * last. Earlier versions made folders of the same files.
 */
export type Backup = BackupFacts & {
  name: string
  path: string
  /** Undefined: a folder of an earlier version. */
  packed?: Packed
}

/** The one file of a backup. */
export type Packed = {
  file: string
  size: number
  sha256: string
  isEncrypted: boolean
}

export type BackupDamage = {
  file: string
  reason:
    | 'missing'
    | 'changed'
    | 'added'
    | 'damaged'
    | 'unreadable'
    | 'foreign'
    | 'newer'
    | 'content'
}

export type BackupStep = 'database' | 'pack' | 'unpack' | 'verify' | 'restore' | 'rows'
export type BackupOptions = {
  progress(step: BackupStep, done: number, total: number): void
  signal?: AbortSignal | undefined
}

/** Where backups are: a folder, or a bucket of an object store. */
export type BackupPlace = {
  /** As people read it. */
  title: string
  /** Undefined: a bucket. */
  folder?: string
  /** The names in that place. */
  names(): Promise<string[]>
  /** Undefined: there is no such file. */
  read(name: string): Promise<Readable | undefined>
  /** The file is there once all of it is. Only up to the first failure. */
  write(name: string, stream: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void>
  remove(name: string): Promise<void>
}

export type PlaceSettings = Pick<Settings, 'dataFolder' | 'backupFolder' | 'backupStore'>

type BackupProblem =
  | 'BACKUP_NOTHING'
  | 'BACKUP_THERE'
  | 'BACKUP_NONE'
  | 'BACKUP_SPACE'
  | 'BACKUP_FLAWED'
  | 'BACKUP_KEY'
  | 'BACKUP_KEY_OTHER'
  | 'BACKUP_STORE'
  | 'BACKUP_SCHEMA'
  | 'BACKUP_FORM'
  | 'BACKUP_EXCHANGE'

/** A place where no backup is, or that cannot take one. The code has its sentence in the messages of the command line. */
export class BackupError extends Error {
  readonly code: BackupProblem
  readonly params: Record<string, string | number>

  constructor(code: BackupProblem, params: Record<string, string | number>, cause?: unknown) {
    super(code, { cause })
    this.code = code
    this.params = params
  }
}

export const prefix = 'almanac-'
export const unfinished = '.writing'
export const checksums = 'files.sha256'
export const manifest = 'manifest.json'

export const inSeconds = (date: Date) => date.toISOString().replace(/\.\d+/, '')
export const nameFor = (date: Date) => prefix + inSeconds(date).replaceAll(':', '-')

/** True for the name of a backup; other files in its place are none. */
export const isName = (name: string) => /^almanac-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name)

const isFacts = (value: Record<string, unknown>): value is Record<string, unknown> & BackupFacts =>
  [value.created, value.version].every(each => typeof each === 'string') &&
  [value.databaseVersion, value.events, value.files, value.bytes].every(
    each => Number.isSafeInteger(each) && Number(each) >= 0,
  ) &&
  typeof value.hasKey === 'boolean'

const isPacked = (value: unknown): value is Packed =>
  isObject(value) &&
  typeof value.file === 'string' &&
  !/[/\\]/.test(value.file) &&
  Number.isSafeInteger(value.size) &&
  typeof value.sha256 === 'string' &&
  typeof value.isEncrypted === 'boolean'

/** A manifest from its text; undefined: it is none. Its format is 1 within a backup, and 2 next to one. */
export function factsIn(text: string): (BackupFacts & Pick<Backup, 'packed'>) | undefined {
  const value = parsed(text)
  if (!isObject(value) || !isFacts(value)) return undefined
  const { created, version, databaseVersion, events, files, bytes, hasKey } = value
  const facts = { created, version, databaseVersion, events, files, bytes, hasKey }
  if (value.format === 1) return facts
  if (value.format !== 2 || !isPacked(value.packed)) return undefined
  return { ...facts, packed: value.packed }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
