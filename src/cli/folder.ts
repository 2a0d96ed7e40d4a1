import type { openDataFolder } from '../main.ts'

// The command line reaches the calendar through main only; so do its types.
export type Accounts = Awaited<ReturnType<typeof openDataFolder>>['accounts']
export type User = Awaited<ReturnType<Accounts['list']>>[number]
export type Credential = Awaited<ReturnType<Accounts['credentials']>>[number]
