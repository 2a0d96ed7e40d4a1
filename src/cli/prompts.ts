import { readFileSync } from 'node:fs'
import { secrets } from '../outside/secrets.ts'
import { failure, interrupted, misuse } from './failure.ts'
import { messages } from './messages.ts'
import type { Own } from './program.ts'
import type { Shell } from './shell.ts'

const { accounts } = messages

// Questions go to standard error like every message; their library is loaded at the first one.
const clack = () => import('@clack/prompts')
const output = process.stderr

type Ask = (of: { message: string; output: NodeJS.WriteStream }) => Promise<string | symbol>

async function answered(ask: Ask, message: string): Promise<string> {
  const given = await ask({ message, output })
  if (typeof given === 'symbol') throw interrupted(accounts.cancelled)
  return given ?? ''
}

/** Asks for a line of text, until it is not empty. */
export async function askText(message: string): Promise<string> {
  const { text } = await clack()
  for (;;) {
    const given = (await answered(text, message)).trim()
    if (given !== '') return given
  }
}

/** Prompts for a password twice, for an empty one once. */
async function askPassword(shell: Shell, canBeEmpty: boolean): Promise<string | undefined> {
  const { password } = await clack()
  const message = canBeEmpty ? accounts.askPasswordOrNone : accounts.askPassword
  const first = await answered(password, shell.message(message))
  if (first === '' && canBeEmpty) return undefined
  const second = await answered(password, shell.message(accounts.askAgain))
  if (first !== second) throw failure(accounts.notSame)
  return first
}

/** Asks to choose one of a few, beginning at one of them. */
export async function askChoice(
  message: string,
  choices: { value: string; hint: string }[],
  initialValue: string,
): Promise<string> {
  const { select } = await clack()
  const options = choices.map(({ value, hint }) => ({ value, label: value, hint }))
  // its instructions are in English only
  return answered(of => select({ ...of, options, initialValue, showInstructions: false }), message)
}

/** Asks yes or no; no is meant unless yes is said. */
export async function askConsent(shell: Shell, message: string): Promise<boolean> {
  const { confirm } = await clack()
  const [active, inactive] = [shell.message(accounts.yes), shell.message(accounts.no)]
  const given = await confirm({ message, output, active, inactive, initialValue: false })
  if (typeof given === 'symbol') throw interrupted(accounts.cancelled)
  return given
}

/** A password that was given, generated or typed; `isGenerated` ones must be shown. */
type Password = { password?: string; isGenerated: boolean }

/** What to do without a terminal to ask on. On one, an empty password means none, unless it is required. */
type Unasked = 'required' | 'none' | 'generated'

/** The password of an account, by `--password-file`, `--generate` or, on a terminal, a question. */
export async function passwordFor(
  shell: Shell,
  { passwordFile, generate }: Own,
  unasked: Unasked,
): Promise<Password> {
  if (passwordFile && generate) throw misuse(accounts.twoPasswords)
  if (typeof passwordFile === 'string')
    return { password: lineOf(passwordFile), isGenerated: false }
  if (generate || (unasked === 'generated' && !shell.isInteractive))
    return { password: await newPassword(), isGenerated: true }
  if (!shell.isInteractive) {
    if (unasked === 'none') return { isGenerated: false }
    throw misuse(accounts.needsPassword)
  }
  const password = await askPassword(shell, unasked !== 'required')
  return { ...(password !== undefined && { password }), isGenerated: false }
}

/** The content of a file, without the end of its line. */
export function lineOf(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw failure(accounts.noFile, { path })
  }
}

/** Six groups of four characters, 140 bits. */
async function newPassword(): Promise<string> {
  return secrets.newApplicationPassword().replaceAll(' ', '-')
}
