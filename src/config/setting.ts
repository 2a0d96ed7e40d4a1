import type { Sentence } from '../define/field-type.ts'
import type { SettingKind } from './setting-types.ts'

/** Another setting, and those of its words with which this one is of use. Forms leave it out with others, unless it is set. */
type Where = { setting: string; is: readonly string[] }

/** One setting: its default, its purpose, and its type. */
export type Setting<T = unknown> = Sentence & {
  type: SettingKind<T>
  default: T
  /** The name it had before 0.1.0: still read, with a warning. */
  previousName?: string
  /** Hidden wherever settings are shown; may also come from a file named by `…_FILE`; has no flag. */
  secret?: true
  /**
   * It may be changed while the service runs, in the browser too: so it is read again at each use. Its label there, and the labels of its words, if
   * it has a few.
   */
  live?: Sentence & { words?: Readonly<Record<string, Sentence>>; where?: Where }
  /** A variable that other programs set too; ours wins over it. */
  plain?: 'PORT' | 'HOST' | 'DATABASE_URL' | 'DATABASE_REPLICA_URLS'
}

export type Definitions = Record<string, Setting>

/** The values of settings, from their definitions. */
export type ValuesOf<D extends Definitions> = {
  [N in keyof D]: D[N] extends { type: SettingKind<infer T> } ? T : never
}

/** `publicUrl` → `ALMANAC_PUBLIC_URL`. */
export const variableOf = (name: string) => `ALMANAC_${snake(name).toUpperCase()}`

/** `publicUrl` → `--public-url`. */
export const flagOf = (name: string) => `--${snake(name).replaceAll('_', '-')}`

const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
