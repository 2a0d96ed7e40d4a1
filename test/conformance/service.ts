import { readSettings } from '../../src/config/config.ts'
import { openDataFolder, serve } from '../../src/main.ts'
import { databaseFor } from './database.ts'

const given = (name: string) => process.env[`CONFORMANCE_${name}`] ?? ''

/** A server on which each data folder has a database of its own; else SQLite. */
const server = given('DATABASE_URL')

const { settings } = readSettings({
  flags: {
    port: given('PORT'),
    dataFolder: given('DATA'),
    clock: given('NOW'),
    timezone: given('TIMEZONE'),
    apiPath: given('NAMESPACE'),
    geolocation: given('GEOLOCATION') === 'off' ? 'false' : 'true',
    fetchAllow: given('IMAGES'),
    logLevel: 'error',
    ...(server && { databaseUrl: await databaseFor(server, given('DATA')) }),
  },
  env: {},
  cwd: process.cwd(),
})

type GivenUser = { login: string; password: string; role: string }

// Application passwords are generated; the kit brings its own, so they are set up here by their secret.
const { accounts, close } = await openDataFolder(settings)
for (const { login, password, role } of JSON.parse(given('USERS')) as GivenUser[]) {
  await accounts.add({ login, role })
  await accounts.issue({
    login,
    form: 'application',
    name: 'conformance',
    scope: 'admin',
    secret: password,
  })
}
await close()

const service = await serve(settings)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void service.close().then(() => process.exit(0)))
