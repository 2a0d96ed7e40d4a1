import { codeOf } from '../define/base/objects.ts'
import { AlmanacError } from '../sdk/index.ts'
import { broughtBy, CommandFailure, type ExitCode, failure, misuse } from './failure.ts'
import { messages } from './messages.ts'
import type { Shell } from './shell.ts'

const { backupErrors, system: ofSystem, unexpected } = messages
const system: typeof ofSystem = { ...ofSystem, ...backupErrors }
const roles = Object.keys(messages.roles).join(', ')
const scopes = Object.keys(messages.scopes).join(', ')

const codes: Record<ExitCode, string> = {
  1: 'failed',
  2: 'usage',
  3: 'refused',
  130: 'interrupted',
}

/** The errors of a value that was typed, rather than of the calendar. */
const typedErrors = new Set([
  'login',
  'email',
  'role',
  'password',
  'scope',
  'feed-scope',
  'language-scope',
  'expires',
])

/** Errors of the accounts and of the machine, by their names. */
export function asFailure(
  error: unknown,
  { currentSettings, owner }: Shell,
): { code: string; failure: CommandFailure } {
  if (error instanceof CommandFailure) return { code: codes[error.exitCode], failure: error }
  // the service responds with whole sentences, in the language that its client was opened with
  if (error instanceof AlmanacError)
    return { code: error.code, failure: failure({ en: error.message, fr: error.message }) }
  const message = error instanceof Error ? error.message : String(error)
  const code = owner !== undefined && codeOf(error) === 'EACCES' ? 'EACCES_AS_OWNER' : codeOf(error)
  const { params: own, sentence: brought } = broughtBy(error)
  // SQLite has extended codes, such as SQLITE_BUSY_SNAPSHOT
  const [first = '', second = ''] = code.split('_', 2)
  const sentence = brought ?? system[code] ?? system[`${first}_${second}`] ?? system[first]
  if (!sentence) return { code: 'unexpected', failure: failure(unexpected, { message }) }
  const { host = '', port = '', dataFolder = '' } = currentSettings ?? {}
  const params = { message, roles, scopes, host, port, dataFolder, owner: owner ?? '', ...own }
  const make = brought && typedErrors.has(code) ? misuse : failure
  return { code, failure: make(sentence, params) }
}
