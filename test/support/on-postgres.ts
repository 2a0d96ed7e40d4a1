import { shapes } from '../../src/calendar/schema/shapes.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import { closePostgres, installedVersions, postgresServer } from './postgres.ts'

/**
 * Starts the one server that all tests on PostgreSQL share: that of the packages, or version `ALMANAC_POSTGRES_VERSION` of this
 * machine. `template` is a database with tables, which theirs are copies of.
 */
export async function startPostgres(): Promise<{ template: string; close(): Promise<void> }> {
  const wanted = process.env.ALMANAC_POSTGRES_VERSION
  const installed = installedVersions.find(({ version }) => String(version) === wanted)
  if (wanted && !installed) throw new Error(`PostgreSQL ${wanted} is not installed.`)
  const server = await postgresServer(installed?.programs)
  const template = await server.database()
  const store = postgres(template)
  await store.prepare(shapes)
  await store.close()
  return { template, close: closePostgres }
}
