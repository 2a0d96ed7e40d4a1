import type { Settings } from '../config.ts'
import type { Accounts } from './house.ts'
import type { Flags, Shell } from './shell.ts'

/** Opens the data folder for one command, and closes it whatever happens. */
export async function withAccounts<T>(
  shell: Shell,
  flags: Flags,
  work: (accounts: Accounts, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = shell.settings(flags)
  const { openHouse } = await import('../main.ts')
  const { accounts, close } = await openHouse(settings)
  try {
    return await work(accounts, settings)
  } finally {
    await close()
  }
}
