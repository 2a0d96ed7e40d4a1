// node .ci/released-postgres.js PROGRAM PROJECT: the same as released.js, on a PostgreSQL server of the packages. Needs Node 24.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { closePostgres, postgresServer } from '../test/support/postgres.ts'

const server = await postgresServer()
const env = { ...process.env, RELEASED_DATABASE_URL: await server.database() }
const args = [join(import.meta.dirname, 'released.js'), ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
await closePostgres()
process.exitCode = status ?? 1
