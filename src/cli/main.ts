import { CommanderError } from 'commander'
import { codeOf } from '../define/objects.ts'
import { AlmanacError } from '../sdk/problem.ts'
import { commands } from './commands.ts'
import { broughtBy, CommandFailure, type ExitCode, failure, misuse } from './failure.ts'
import { languageOf } from './language.ts'
import { programOf } from './program.ts'
import { openShell, type Shell } from './shell.ts'
import { misuseSentence } from './usage-errors.ts'
import { words } from './words.ts'

const { system, unexpected, unwritable, usage } = words
const roles = Object.keys(words.roles).join(', ')
const scopes = Object.keys(words.scopes).join(', ')

/** `help users add` is `users add --help`, and `version` is `--version`. */
function withoutWords(args: readonly string[]): string[] {
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && args[index - 1] !== '--lang')
  const rest = args.toSpliced(at, 1)
  if (args[at] === 'help') return [...rest, '--help']
  return args[at] === 'version' ? [...rest, '--version'] : [...args]
}

/** Runs the command that was typed; returns the exit code: 0 done, 1 failed, 2 usage error, 3 some records were refused, 130 interrupted. */
export async function main(typed: readonly string[]): Promise<0 | ExitCode> {
  const args = withoutWords(typed)
  process.stderr.on('error', () => {})
  process.stdout.on('error', error => outputFailed(error, shell, args))
  const { language, refused } = languageOf(args, process.env)
  let shell = openShell(language, { isJson: args.includes('--json'), isQuiet: false })
  let code: 0 | ExitCode = 0
  const program = programOf(commands, language, args, async (deed, tone, ...rest) => {
    shell = openShell(language, tone)
    code = (await deed(shell, ...rest)) ?? 0
  })
  if (args.length === 0) {
    program.outputHelp()
    return 0
  }
  try {
    if (refused !== undefined) throw new CommandFailure(usage.badLanguage, { value: refused }, 2)
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    return tellFailure(error, shell)
  }
}

/** A reader that has gone has read enough; anything else is a failure of whatever prints. A service goes on without. */
function outputFailed(error: NodeJS.ErrnoException, shell: Shell, args: readonly string[]) {
  if (error.code === 'EPIPE' || args.includes('serve')) return
  shell.fail('output', shell.words(unwritable, { message: error.message }))
  process.once('exit', () => {
    process.exitCode = 1
  })
}

function tellFailure(error: unknown, shell: Shell): 0 | ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    // a group without its command has shown its help already
    if (error.code === 'commander.help') return 2
    const message = misuseSentence(error, shell.language)
    shell.fail('usage', shell.isJson ? message : `${message}\n${shell.words(usage.seeHelp)}`)
    return 2
  }
  const { code, failure } = asFailure(error, shell)
  shell.fail(code, shell.words(failure.sentence, failure.params))
  return failure.exitCode
}

const codes: Record<ExitCode, string> = {
  1: 'failed',
  2: 'usage',
  3: 'refused',
  130: 'interrupted',
}

/** What is wrong with a value that was typed, rather than with the calendar. */
const typedErrors = new Set(['login', 'email', 'role', 'password', 'scope', 'expires'])

/** Errors of the accounts and of the machine, by their names. */
function asFailure(error: unknown, { known }: Shell): { code: string; failure: CommandFailure } {
  if (error instanceof CommandFailure) return { code: codes[error.exitCode], failure: error }
  // the service responds with whole sentences in the language of the command
  if (error instanceof AlmanacError)
    return { code: error.code, failure: failure({ en: error.message, fr: error.message }) }
  const message = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  const { params: own, sentence: brought } = broughtBy(error)
  // SQLite has extended codes, such as SQLITE_BUSY_SNAPSHOT
  const [first = '', second = ''] = code.split('_', 2)
  const sentence = brought ?? system[code] ?? system[`${first}_${second}`] ?? system[first]
  if (!sentence) return { code: 'unexpected', failure: failure(unexpected, { message }) }
  const { host = '', port = '', dataFolder = '' } = known ?? {}
  const params = { message, roles, scopes, host, port, dataFolder, ...own }
  const make = brought && typedErrors.has(code) ? misuse : failure
  return { code, failure: make(sentence, params) }
}
