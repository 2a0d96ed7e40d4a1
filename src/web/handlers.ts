import type { AddressName } from './addresses.ts'
import { assetFile } from './assets.ts'
import type { Handler } from './page.ts'
import { eventPage } from './pages/event.ts'
import { home } from './pages/home.ts'
import { listPage } from './pages/list.ts'

/** What answers at each address. */
export const handlers: Record<AddressName, Handler> = {
  home,
  events: listPage,
  event: eventPage,
  asset: assetFile,
}

/** What tells of no record, and is there where the calendar is private too. */
const open: ReadonlySet<AddressName> = new Set<AddressName>(['asset'])
export const isOpen = (name: AddressName) => open.has(name)
