import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../../src/store/contract/store.ts'
import { postgres } from '../../../src/store/postgres/engine.ts'
import { sqlite } from '../../../src/store/sqlite/engine.ts'
import { installedVersions } from '../../support/postgres.ts'
import { postgresServer } from '../../support/shared-postgres.ts'

/** A place for one database: opened as often as a test likes, as if by processes of their own, and taken away at the end. */
export type Place = { open(): Store; remove(): void }
export type Engine = { name: string; place(): Promise<Place> }

const onPostgres = (name: string, programs?: string): Engine => ({
  name,
  async place() {
    const server = await postgresServer(programs)
    const url = await server.database()
    // It goes with its server, after the last file.
    return { open: () => postgres(url), remove() {} }
  },
})

/** Every engine that keeps the contract, and what of PostgreSQL is installed besides the version of the packages. */
export const engines: readonly Engine[] = [
  {
    name: 'sqlite',
    async place() {
      const folder = mkdtempSync(join(tmpdir(), 'almanac-contract-'))
      return {
        open: () => sqlite(join(folder, 'almanac.db')),
        remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
      }
    },
  },
  onPostgres('postgres'),
  ...installedVersions.map(({ version, programs }) =>
    onPostgres(`postgres ${version} of this machine`, programs),
  ),
]
