import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlite } from '../../../src/store/sqlite/engine.ts'
import type { Store } from '../../../src/store/store.ts'

/** A place for one database: opened as often as a test likes, as if by processes of their own, and taken away at the end. */
export type Place = { open(): Store; remove(): void }
export type Engine = { name: string; place(): Place }

/** Every engine that keeps the contract: a new one is a line here. */
export const engines: readonly Engine[] = [
  {
    name: 'sqlite',
    place() {
      const folder = mkdtempSync(join(tmpdir(), 'almanac-contract-'))
      return {
        open: () => sqlite(join(folder, 'almanac.db')),
        remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
      }
    },
  },
]
