import { Command, Option } from 'commander'
import { flagOf, type Setting, settings, variableOf } from '../config/config.ts'
import { version } from '../config/version.ts'
import type { Language, Sentence } from '../define/field-type.ts'
import { say } from '../define/text/language.ts'
import type { Flags, Shell, Tone } from './shell.ts'
import { words } from './words.ts'

/** Options of a command itself, by name. */
export type Own = Readonly<Record<string, string | boolean | undefined>>

/** What a command does: the settings given as flags, its arguments and its own options. */
export type Deed = (
  shell: Shell,
  flags: Flags,
  args: (string | undefined)[],
  own: Own,
) => Promise<void>

/** An option or argument as commander writes it, and its sentence. */
export type Part = [written: string, sentence: Sentence, params?: Record<string, string>]

export type Definition = {
  name: string
  about: Sentence
  /** Values for the placeholders of `about`. */
  params?: Record<string, string>
  args?: Part[]
  options?: Part[]
  /** Whether its help lists the settings; they may be given to every command. */
  showsSettings?: true
  deed?: Deed
  commands?: Definition[]
}

const { help } = words

/** The program in a language, for these arguments. `run` gets the command that they name. */
export function programOf(
  definitions: Definition[],
  language: Language,
  typed: readonly string[],
  run: (
    deed: Deed,
    tone: Tone,
    ...rest: Parameters<Deed> extends [Shell, ...infer R] ? R : never
  ) => Promise<void>,
): Command {
  const program = new Command('almanac')
  const speak = (sentence: Sentence, params?: Record<string, string | number>) =>
    say(sentence, language, params)
  program
    .description(speak(help.almanac))
    .option('--lang <en|fr>', speak(help.lang))
    .option('--json', speak(help.json))
    .option('-q, --quiet', speak(help.quiet))
    .helpOption('-h, --help', speak(help.help))
    .helpCommand(false)
    .version(version, '-V, --version', speak(help.version))
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: title => (words.titles[title] ? speak(words.titles[title]) : title),
      commandUsage: command => usageOf(command, language),
    })
  for (const definition of definitions) add(program, definition)
  return program

  /** What stands for a value, in the language too: `--name <nom>`. */
  function shownIn(written: string) {
    return written.replace(/([<[])(\w+)(?=[>\].])/, (all, open: string, name: string) => {
      const found = words.placeholders[name]
      return found ? `${open}${speak(found)}` : all
    })
  }

  function add(parent: Command, definition: Definition) {
    const { name, about, params: of, args = [], options = [], commands = [], deed } = definition
    const command = parent
      .command(name)
      .description(speak(about, of))
      .helpCommand(false)
      .helpOption('-h, --help', speak(help.help))
    for (const [written, sentence, params] of args)
      command.argument(shownIn(written), speak(sentence, params))
    for (const [written, sentence, params] of options)
      command.option(shownIn(written), speak(sentence, params))
    for (const each of commands) add(command, each)
    // Every setting is an option of every command; those of commands that were not typed would only slow the start.
    if (!deed || !typed.includes(name)) return
    const own = new Set(command.options.map(option => option.attributeName()))
    const added = settingOptions(language, definition.showsSettings ?? false).filter(
      each => !own.has(each.attributeName()),
    )
    for (const option of added) command.addOption(option)
    command.action((...given: unknown[]) => {
      const all = Object.entries(command.opts<Own>())
      const flags = Object.fromEntries(all.filter(([option]) => !own.has(option)))
      const mine = Object.fromEntries(all.filter(([option]) => own.has(option)))
      return run(
        deed,
        { isJson: program.opts().json === true, isQuiet: program.opts().quiet === true },
        flags as Flags,
        given.slice(0, -2) as (string | undefined)[],
        mine,
      )
    })
  }
}

/** One option for each setting that is not secret, and one for the file. */
function settingOptions(language: Language, areShown: boolean): Option[] {
  const options = [
    new Option(
      `--config <${say(words.placeholders.file as Sentence, language)}>`,
      say(help.configFile, language),
    ),
  ]
  for (const [name, setting] of Object.entries(settings) as [string, Setting][]) {
    if (setting.secret) continue
    const option = new Option(
      `${flagOf(name)} <${setting.type.words?.join('|') ?? say(help.values, language)}>`,
    )
    option.description = `${setting[language]} ${say(help.default, language, { value: shownValue(setting, language) })} [${variableOf(name)}]`
    options.push(areShown || name === 'dataFolder' ? option : option.hideHelp())
  }
  return options
}

/** The value of a setting as it would be written. */
export const shownValue = (setting: Setting, language: Language, value = setting.default): string =>
  setting.type.show?.(value, language) ?? plainValue(value)

const plainValue = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(', ') || 'none'
    : typeof value === 'boolean'
      ? value
        ? 'on'
        : 'off'
      : value === ''
        ? '""'
        : String(value)

/** `almanac users add [options] <login>`, its two English words in the language too. */
function usageOf(command: Command, language: Language): string {
  const names = [command.name()]
  for (let above = command.parent; above; above = above.parent) names.unshift(above.name())
  const usage = command.usage()
  return `${names.join(' ')} ${language === 'fr' ? usage.replace('[command]', '[commande]') : usage}`
}
