import { readFileSync } from 'node:fs'
import { failure, misuse } from './failure.ts'
import { messages } from './messages.ts'
import type { Own } from './program.ts'
import { askPassword } from './prompts.ts'
import type { Shell } from './shell.ts'

const { accounts } = messages

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
  const { secrets } = await import('../outside/secrets.ts')
  return secrets.newApplicationPassword().replaceAll(' ', '-')
}
