import { readSettings, type Settings, unknownSettingMessage } from '../config/index.ts'
import type { Language, Sentence } from '../define/field-type.ts'
import { formatMessage } from '../define/text/language.ts'
import { actAsOwner } from '../outside/data-folder.ts'
import { misuse } from './failure.ts'
import { messages } from './messages.ts'
import { programName } from './program-name.ts'
import { usualFolder } from './usual-folder.ts'

/** Settings given as flags, by the name of the setting; `config` names the file. */
export type Flags = Readonly<Record<string, string | undefined>>

/** The context of every command: the language, the outputs for data and messages, the settings. */
export type Shell = {
  language: Language
  isJson: boolean
  isQuiet: boolean
  /** True if there is a terminal for prompts. */
  isInteractive: boolean
  /** A sentence in the language of the shell. */
  message(sentence: Sentence, params?: Readonly<Record<string, string | number>>): string
  /** A message, on standard error; not with `--quiet`. */
  report(text: string): void
  /** Errors, on standard error. */
  warn(text: string): void
  /** The error that ends the command, on standard error; with `--json` as JSON. */
  fail(code: string, text: string): void
  /** Data, on standard output: with `--json` the value, else the text (if there is any). */
  put(value: unknown, text: string): void
  /** The settings of the command, for messages about failures. */
  currentSettings?: Settings
  /** The ID of the user as whom it works for root. */
  owner?: number | undefined
  /** From here on the command works with these settings, for root as the owner of the data. */
  use(settings: Settings): Settings
  /** The settings that a flag, a variable or the file names. */
  given(flags: Flags): ReadonlySet<string>
  /** The settings with the flags of this command; unknown ones are reported, invalid ones end it. */
  settings(flags: Flags): Settings
  /** Where they come from, without complaint. */
  read(flags: Flags): ReturnType<typeof readSettings>
  /** Reports unknown, renamed and invalid settings. */
  complain(
    reading: Pick<ReturnType<typeof readSettings>, 'unknown' | 'renamed' | 'fieldErrors'>,
  ): void
}

/** The amount and form of output: `--json`, `--quiet`. */
export type Tone = { isJson: boolean; isQuiet: boolean }

/** The shell of this process. */
export function openShell(language: Language, { isJson, isQuiet }: Tone): Shell {
  const read = (flags: Flags) => {
    const start = { env: process.env, cwd: process.cwd() }
    return readSettings({
      ...start,
      flags,
      systemFile: '/etc/almanac.yaml',
      usualFolder: usualFolder(start)?.folder,
    })
  }
  const shell: Shell = {
    language,
    isJson,
    isQuiet,
    isInteractive: Boolean(process.stdin.isTTY && process.stderr.isTTY) && !isJson,
    message: (sentence, params) =>
      formatMessage(sentence, language, { program: programName(), ...params }),
    report(text) {
      // with --json the data say it
      if (!isQuiet && !isJson) shell.warn(text)
    },
    warn: text =>
      void process.stderr.write(`${isJson ? JSON.stringify({ warning: text }) : text}\n`),
    fail(code, text) {
      const error = { error: { code, message: text } }
      process.stderr.write(`${isJson ? JSON.stringify(error) : text}\n`)
    },
    put(value, text) {
      if (isJson)
        process.stdout.write(`${JSON.stringify(value, null, process.stdout.isTTY ? 2 : 0)}\n`)
      else if (text !== '') process.stdout.write(`${text}\n`)
    },
    read,
    complain({ unknown, renamed, fieldErrors }) {
      for (const name of unknown) shell.warn(shell.message(unknownSettingMessage(name)))
      for (const sentence of renamed) shell.warn(shell.message(sentence))
      for (const { sentence } of fieldErrors) shell.warn(shell.message(sentence))
    },
    use(settings) {
      shell.currentSettings = settings
      shell.owner = actAsOwner(settings.dataFolder) ?? shell.owner
      return settings
    },
    given(flags) {
      const sources = Object.entries(read(flags).sources)
      return new Set(sources.flatMap(([name, { from }]) => (from === 'default' ? [] : [name])))
    },
    settings(flags) {
      const reading = read(flags)
      shell.complain(reading)
      if (reading.fieldErrors.length > 0) throw misuse(messages.usage.badSettings)
      return shell.use(reading.settings)
    },
  }
  return shell
}
