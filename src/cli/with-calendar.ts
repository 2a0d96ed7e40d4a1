import type { Settings } from '../config/index.ts'
import type { openDataFolder } from '../main.ts'
import { failure } from './failure.ts'
import { messages } from './messages.ts'
import type { Flags, Shell } from './shell.ts'

/** Opens the calendar for one command, and closes it whatever happens; it is never created here. */
export async function withDataFolder<T>(
  shell: Shell,
  flags: Flags,
  work: (context: Awaited<ReturnType<typeof openDataFolder>>) => Promise<T>,
): Promise<T> {
  const settings = shell.settings(flags)
  const { openDataFolder, hasCalendar } = await import('../main.ts')
  const { dataFolder } = settings
  if (!(await hasCalendar(settings))) throw failure(messages.service.noCalendar, { dataFolder })
  const context = await openDataFolder(settings, undefined, {
    given: shell.given(flags),
    replaces: false,
  })
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}

/** The same for commands about accounts alone. */
export const withAccounts = <T>(
  shell: Shell,
  flags: Flags,
  work: (accounts: Accounts, settings: Settings) => Promise<T>,
): Promise<T> => withDataFolder(shell, flags, ({ accounts, settings }) => work(accounts, settings))

// The command line reaches the calendar through main only; so do its types.
export type Accounts = Awaited<ReturnType<typeof openDataFolder>>['accounts']
export type User = Awaited<ReturnType<Accounts['list']>>[number]
export type Credential = Awaited<ReturnType<Accounts['credentials']>>[number]
