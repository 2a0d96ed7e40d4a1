// Replays the conformance kit with PostgreSQL behind the service: `npm run conformance:postgres`. The server comes from the packages.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { closePostgres, postgresServer } from '../support/postgres.ts'

const server = await postgresServer()
const replay = spawn(
  process.execPath,
  [fileURLToPath(new URL('run.js', import.meta.url)), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, CONFORMANCE_DATABASE_URL: await server.database() },
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => replay.kill(signal))
replay.on('exit', async code => {
  await closePostgres()
  process.exitCode = code ?? 1
})
