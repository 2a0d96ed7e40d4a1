import type { Settings } from '../config.ts'
import { failure } from './failure.ts'
import type { Accounts } from './house.ts'
import type { Flags, Shell } from './shell.ts'
import { words } from './words.ts'

/** Opens the calendar for one command, and closes it whatever happens; it is never created here. */
export async function withHouse<T>(
  shell: Shell,
  flags: Flags,
  work: (house: Awaited<ReturnType<typeof import('../main.ts').openHouse>>) => Promise<T>,
): Promise<T> {
  const settings = shell.settings(flags)
  const { openHouse, hasCalendar } = await import('../main.ts')
  const { dataFolder } = settings
  if (!hasCalendar(dataFolder)) throw failure(words.service.noCalendar, { dataFolder })
  const house = await openHouse(settings, undefined, { given: shell.given(flags), replaces: false })
  try {
    return await work(house)
  } finally {
    await house.close()
  }
}

/** The same for what concerns accounts alone. */
export const withAccounts = <T>(
  shell: Shell,
  flags: Flags,
  work: (accounts: Accounts, settings: Settings) => Promise<T>,
): Promise<T> => withHouse(shell, flags, ({ accounts, settings }) => work(accounts, settings))
