import type { SettingInput, SettingSource, settingGroups } from '../../define/account-messages.ts'
import type { Sentence } from '../../define/field-type.ts'
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
