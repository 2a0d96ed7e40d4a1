import type { Sentence } from '../../define/field-type.ts'

/** How a setting is typed. */
export const settingInputs = ['text', 'number', 'switch', 'choice', 'color', 'zone'] as const
/** Where the value of a setting is from; `program`: whoever runs the service within theirs. */
export const settingSources = [
  'flag',
  'environment',
  'file',
  'stored',
  'default',
  'program',
] as const

/** A setting as whoever administers the service sees it. */
export type SettingState = {
  name: string
  group: string
  /** Of those that may be changed while the service runs. */
  label: Sentence | undefined
  about: Sentence
  expects: Sentence
  input: (typeof settingInputs)[number]
  words: { word: string; label: Sentence | undefined }[] | undefined
  least: number | undefined
  most: number | undefined
  canBeEmpty: boolean
  canChange: boolean
  source: { from: (typeof settingSources)[number]; name: string }
  /** Never that of a secret. */
  value: unknown
  default: unknown
  /** The value as people write it, where that is another way. */
  shown: Sentence | undefined
  isSecret: boolean
  isSet: boolean
}

/** Reads and changes settings; whoever may not gets the problem thrown. */
export type SettingsDesk = {
  read(): Promise<{ version: string; settings: SettingState[] }>
  change(sent: Readonly<Record<string, unknown>>, version?: string): Promise<void>
}
