import { Command, Option } from 'commander'
import { commit, version, versionWithCommit } from '../common/index.ts'
import {
  flagOf,
  type Setting,
  type SettingName,
  settings,
  storageSettings,
  variableOf,
} from '../config/index.ts'
import { isNameIn } from '../define/base/objects.ts'
import type { Language, Sentence } from '../define/field-type.ts'
import { formatMessage, languagePattern, textIn } from '../define/text/language.ts'
import { messages } from './messages.ts'
import type { Flags, Shell, Tone } from './shell.ts'

/** Options of a command itself, by name. */
export type Own = Readonly<Record<string, string | boolean | undefined>>

/** The action of a command: takes the settings given as flags, its arguments and its own options. It may end with a code of its own. */
export type CommandHandler = (
  shell: Shell,
  flags: Flags,
  args: Args,
  own: Own,
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing
) => Promise<void | 0 | 3>
type Args = (string | undefined)[]

/** A command whose code is loaded when it runs. */
export const from =
  <N extends string>(load: () => Promise<Record<N, CommandHandler>>, name: N): CommandHandler =>
  async (...given) =>
    (await load())[name](...given)

/** An option or argument as commander writes it, and its sentence. */
export type Part = [written: string, sentence: Sentence, params?: Record<string, string>]

export type Definition = {
  name: string
  about: Sentence
  /** Values for the placeholders of `about`. */
  params?: Record<string, string>
  args?: Part[]
  options?: Part[]
  /** True if it takes every setting as an option, and its help lists them. */
  showsSettings?: boolean
  /** Settings that it takes besides those that say where the data are; `all` for every one. */
  uses?: readonly SettingName[] | 'all'
  /** True if it deletes something: then it takes `--dry-run`. */
  deletes?: boolean
  /** The text after the name of the program, as its help shows it. */
  examples?: readonly string[]
  handler?: CommandHandler
  commands?: Definition[]
}

const { help } = messages

/** Behind `--help`: with every setting, not only those that people type. */
const allSettings = '--all'
const usual: readonly SettingName[] = [
  'host',
  'port',
  'publicUrl',
  'dataFolder',
  'accessLog',
  'workers',
  'trustedProxies',
  'apiPath',
  'private',
  'timezone',
  'language',
  'logLevel',
  'logFormat',
  'backupFolder',
  'backupEvery',
]

/** Runs the command that was named. */
type Run = (
  handler: CommandHandler,
  tone: Tone,
  flags: Flags,
  args: Args,
  own: Own,
) => Promise<void>

/** The program in a language, for these arguments. `run` gets the command that they name. */
export function programOf(
  definitions: Definition[],
  language: Language,
  typed: readonly string[],
  run: Run,
): Command {
  const speak = (sentence: Sentence) => formatMessage(sentence, language)
  const program = new Command('almanac')
    .description(speak(help.almanac))
    .option(`--lang <${languagePattern}>`, speak(help.lang))
    .option('--json', speak(help.json))
    .option('-q, --quiet', speak(help.quiet))
    .helpOption('-h, --help', speak(help.help))
    .helpCommand(false)
    .version(versionFor(typed), '-V, --version', speak(help.version))
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: title =>
        isNameIn(messages.titles, title) ? speak(messages.titles[title]) : title,
      commandUsage: command => usageOf(command, language),
    })
  for (const definition of definitions) add(program, definition, { language, typed, run })
  return program
}

/** The version for people, or as JSON. */
const versionFor = (typed: readonly string[]) =>
  typed.includes('--json') ? JSON.stringify({ version, commit: commit() }) : versionWithCommit()

type Program = { language: Language; typed: readonly string[]; run: Run }

function add(parent: Command, definition: Definition, program: Program) {
  const { name, about, params: of, args = [], options = [], commands = [], handler } = definition
  const { language, typed } = program
  const command = parent
    .command(name)
    .description(formatMessage(about, language, of))
    .helpCommand(false)
    .helpOption('-h, --help', formatMessage(help.help, language))
  for (const [written, sentence, params] of args)
    command.argument(localized(written, language), formatMessage(sentence, language, params))
  for (const [written, sentence, params] of options)
    command.option(localized(written, language), formatMessage(sentence, language, params))
  if (definition.deletes) command.option('--dry-run', formatMessage(help.dryRun, language))
  const { examples = [] } = definition
  if (examples.length > 0) {
    const lines = examples.map(example => `  almanac ${example}`)
    const title = formatMessage(messages.titles['Examples:'], language)
    command.addHelpText('after', ['', title, ...lines].join('\n'))
  }
  if (definition.showsSettings && !typed.includes(allSettings))
    command.addHelpText(
      'after',
      `\n${formatMessage(help.otherSettings, language, { command: name })}`,
    )
  for (const each of commands) add(command, each, program)
  // Settings are options; those of commands that were not typed would only slow the start.
  if (handler && typed.includes(name)) act(command, handler, definition, program)
}

/** Gives a command what it does, and the settings that it uses as its options. */
function act(
  command: Command,
  handler: CommandHandler,
  { showsSettings = false, uses = [] }: Definition,
  { language, typed, run }: Program,
) {
  const own = new Set(command.options.map(option => option.attributeName()))
  const isUsed = (name: string) =>
    showsSettings ||
    uses === 'all' ||
    isNameIn(storageSettings, name) ||
    uses.some(each => each === name)
  const isListed = (name: string) =>
    showsSettings && (typed.includes(allSettings) || usual.some(each => each === name))
  const taken = settingOptions(language, isListed, isUsed).filter(
    option => !own.has(option.attributeName()),
  )
  for (const option of taken) command.addOption(option)
  const settingNames = new Set(taken.map(option => option.attributeName()))
  command.action((...given: unknown[]) => {
    // `config` takes the settings that are typed behind `config set` too
    const all = command.optsWithGlobals<Own>()
    const { json, quiet } = all
    const flags = Object.entries(all).flatMap(([name, value]) =>
      settingNames.has(name) ? [[name, String(value)]] : [],
    )
    return run(
      handler,
      { isJson: json === true, isQuiet: quiet === true },
      Object.fromEntries(flags),
      // behind the arguments commander hands over the options and the command
      given
        .slice(0, -2)
        .flat()
        .map(each => (each === undefined ? each : String(each))),
      Object.fromEntries(Object.entries(command.opts<Own>()).filter(([name]) => own.has(name))),
    )
  })
}

/** Translates the placeholders of a flag: `--name <nom>`. */
const localized = (written: string, language: Language) =>
  written.replace(/([<[])(\w+)(?=[>\].])/, (all, open: string, name: string) => {
    const { placeholders } = messages
    return isNameIn(placeholders, name)
      ? `${open}${formatMessage(placeholders[name], language)}`
      : all
  })

/** One option for each setting that is not secret, and one for the file. */
function settingOptions(
  language: Language,
  isListed: (name: string) => boolean,
  isUsed: (name: string) => boolean,
): Option[] {
  const options = [
    new Option(
      `--config <${formatMessage(messages.placeholders.file, language)}>`,
      formatMessage(help.configFile, language),
    ),
  ]
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    if (setting.secret || !isUsed(name)) continue
    const option = new Option(
      `${flagOf(name)} <${setting.type.words?.join('|') ?? formatMessage(help.values, language)}>`,
    )
    option.description = `${textIn(setting, language)} ${formatMessage(help.default, language, { value: formatValue(setting, language) })} [${variableOf(name)}]`
    options.push(isListed(name) || name === 'dataFolder' ? option : option.hideHelp())
    if (setting.previousName)
      options.push(
        new Option(
          `${flagOf(setting.previousName)} <${formatMessage(help.values, language)}>`,
        ).hideHelp(),
      )
  }
  return options
}

/** The value of a setting as it would be written. */
export const formatValue = (
  setting: Setting,
  language: Language,
  value = setting.default,
): string => setting.type.show?.(value, language) || plainValue(value)

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

/** The JSON of a command: with `--dry-run` it says that nothing was changed. */
export const trial = <T extends object>(isTrial: boolean, data: T) =>
  isTrial ? { ...data, dry_run: true } : data
