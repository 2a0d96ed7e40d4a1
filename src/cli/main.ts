import { CommanderError } from 'commander'
import { guideNames, guideOf } from '../common/index.ts'
import { flagOf, type Setting, settings } from '../config/index.ts'
import type { Sentence } from '../define/field-type.ts'
import { fold } from '../define/text/fold.ts'
import { formatMessage, type Language, languages } from '../define/text/language.ts'
import { nearest } from '../define/text/similar-word.ts'
import { commands } from './commands.ts'
import { asFailure } from './errors.ts'
import { CommandFailure, type ExitCode } from './failure.ts'
import { messages } from './messages.ts'
import { programOf } from './program.ts'
import { openShell, type Shell } from './shell.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The language to speak: `--lang`, else `ALMANAC_LANG`, else that of the terminal; English where it is another.
 * `refused` is a `--lang` that is neither.
 */
export function languageOf(
  args: readonly string[],
  env: Environment,
): { language: Language; refused?: string } {
  const flag = langIn(args)
  const named = languageIn(flag ?? '')
  if (named) return { language: named }
  const locale = env.ALMANAC_LANG || env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return { language: languageIn(locale) ?? 'en', ...(flag !== undefined && { refused: flag }) }
}

function langIn(args: readonly string[]): string | undefined {
  // as with every other option, the last one counts
  const index = args.findLastIndex(arg => arg === '--lang' || arg.startsWith('--lang='))
  const arg = args[index]
  if (arg === undefined) return undefined
  return arg === '--lang' ? (args[index + 1] ?? '') : arg.slice('--lang='.length)
}

/** `fr_CA.UTF-8` → `fr`. */
function languageIn(locale: string): Language | undefined {
  const [name] = /^[a-z]+/i.exec(locale) ?? []
  return languages.find(language => language === name?.toLowerCase())
}

const { unwritable, usage } = messages

/** The place of the command in the arguments. */
const commandAt = (args: readonly string[]) =>
  args.findIndex((arg, index) => !arg.startsWith('-') && args[index - 1] !== '--lang')

/** What stands before the first word that is a command. */
function beforeCommand(args: readonly string[]): readonly string[] {
  const names = new Set(commands.map(({ name }) => name))
  const at = args.findIndex(arg => names.has(arg))
  return at === -1 ? args : args.slice(0, at)
}

/** `help users add` is `users add --help`, and `version` is `--version`. */
function withoutWords(args: readonly string[]): string[] {
  const at = commandAt(args)
  const rest = args.toSpliced(at, 1)
  if (args[at] === 'help') return [...rest, '--help']
  return args[at] === 'version' ? [...rest, '--version'] : [...args]
}

/** What `help` is asked about, unless it is a command. */
function topicOf(args: readonly string[]): string | undefined {
  const at = commandAt(args)
  const word = args[at] === 'help' ? args[at + 1] : undefined
  const isTopic = word !== undefined && !word.startsWith('-')
  return isTopic && commands.every(({ name }) => name !== word) ? word : undefined
}

/** Runs the command that was typed; returns the exit code: 0 done, 1 failed, 2 usage error, 3 some records were refused, 130 interrupted. */
export async function main(typed: readonly string[]): Promise<0 | ExitCode> {
  const args = withoutWords(typed)
  process.stderr.on('error', () => {})
  process.stdout.on('error', error => outputFailed(error, shell, args))
  const { language, refused } = languageOf(args, process.env)
  let shell = openShell(language, { isJson: args.includes('--json'), isQuiet: false })
  let code: 0 | ExitCode = 0
  const program = programOf(commands, language, args, async (command, tone, ...rest) => {
    shell = openShell(language, tone)
    code = (await command(shell, ...rest)) ?? 0
  })
  if (args.length === 0) {
    program.outputHelp()
    return 0
  }
  const topic = topicOf(typed)
  try {
    if (refused !== undefined) throw new CommandFailure(usage.badLanguage, { value: refused }, 2)
    if (topic !== undefined) {
      await helpOn(shell, topic)
      return 0
    }
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    return reportFailure(error, shell, args)
  }
}

/** A reader that has gone has read enough; anything else is a failure of whatever prints. A service goes on without. */
function outputFailed(error: NodeJS.ErrnoException, shell: Shell, args: readonly string[]) {
  if (error.code === 'EPIPE' || args[commandAt(args)] === 'serve') return
  shell.fail('output', shell.message(unwritable, { message: error.message }))
  process.once('exit', () => {
    process.exitCode = 1
  })
}

/** Points to the help of the command that was typed, as far as there is one. */
function seeHelp(shell: Shell, args: readonly string[]): string {
  const words: string[] = []
  let known = commands
  for (const word of args.slice(Math.max(0, commandAt(args)))) {
    const match = known.find(({ name }) => name === word)
    if (!match) break
    words.push(word)
    known = match.commands ?? []
  }
  return shell.message(usage.seeHelp, { command: words.map(word => ` ${word}`).join('') })
}

function reportFailure(error: unknown, shell: Shell, args: readonly string[]): 0 | ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    // a group without its command has shown its help already
    if (error.code === 'commander.help') return 2
    const message = usageError(error, shell.language, beforeCommand(args))
    shell.fail('usage', shell.isJson ? message : `${message}\n${seeHelp(shell, args)}`)
    return 2
  }
  const { code, failure } = asFailure(error, shell)
  shell.fail(code, shell.message(failure.sentence, failure.params))
  return failure.exitCode
}

/** `almanac help TOPIC`: prints the guide of this name, or names those whose name or title has the words. */
async function helpOn(shell: Shell, topic: string): Promise<void> {
  const { language } = shell
  const text = await guideOf(language, topic)
  if (text !== undefined) return shell.put({ guide: topic, text }, text.trim())
  const guides: { name: string; title: string }[] = []
  for (const name of guideNames(language)) {
    const [, title = ''] = /^# (.+)/m.exec((await guideOf(language, name)) ?? '') ?? []
    guides.push({ name, title })
  }
  const words = fold(topic)
  const found = guides.filter(({ name, title }) => fold(`${name} ${title}`).includes(words))
  if (found.length === 0) {
    const names = guides.map(({ name }) => name).join(', ')
    throw new CommandFailure(messages.usage.noGuide, { topic, names }, 2)
  }
  const width = Math.max(...found.map(({ name }) => name.length))
  const lines = found.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`)
  shell.put(found, [shell.message(messages.usage.guides), ...lines].join('\n'))
}

const sentences: Record<string, Sentence> = {
  'commander.unknownCommand': usage.unknownCommand,
  'commander.unknownOption': usage.unknownOption,
  'commander.missingArgument': usage.missingArgument,
  'commander.optionMissingArgument': usage.missingValue,
  'commander.missingMandatoryOptionValue': usage.missingOption,
  'commander.excessArguments': usage.tooMany,
}

const open = Object.entries<Setting>(settings).filter(([, { secret }]) => !secret)
const flags = open.map(([name]) => flagOf(name))
const previousFlags = open.flatMap(([, { previousName }]) =>
  previousName === undefined ? [] : [flagOf(previousName)],
)

/** The sentence for a misspelt command in place of commander’s, with the one that was probably meant. `first`: what stands before the command. */
export function usageError(
  { code, message }: { code: string; message: string },
  language: Language,
  first: readonly string[] = [],
): string {
  const sentence = sentences[code]
  const plain = message.replace(/^error: /, '').split('\n')[0] ?? ''
  if (!sentence) return formatMessage(usage.other, language, { message: plain })
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? []
  const [name = ''] = quoted.split(/[ =]/)
  // commander offers only what its help shows; settings may be hidden there
  const [, offered = ''] = /Did you mean (?:one of )?([^?]+)\?/.exec(message) ?? []
  if (code === 'commander.unknownOption' && [...flags, ...previousFlags].includes(name)) {
    const isFirst = first.some(each => each.split('=')[0] === name)
    return formatMessage(isFirst ? usage.settingFirst : usage.unusedSetting, language, { name })
  }
  if (name === '--again') return formatMessage(usage.removedAgain, language)
  const suggested = offered || (name.startsWith('--') ? nearest(name, flags) : undefined)
  return formatMessage(sentence, language, {
    name,
    meant: suggested ? formatMessage(usage.meant, language, { name: suggested }) : '',
  })
}
