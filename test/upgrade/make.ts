// Keeps a calendar in the form of a release for the tests, made by the program of a checkout of it with its packages:
// `node test/upgrade/make.ts ../almanac-0.2.0`, and with `postgres` behind it, one on PostgreSQL. Writes it to `test/upgrade/kept`.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { closePostgres, postgresServer } from '../support/postgres.ts'
import { clock, factsOf, fill, logins, password, type Send } from './calendar.ts'
import { dumpOf } from './dump.ts'
import { packed } from './pack.ts'

const [checkout = '.', engine = 'sqlite', name = nameOf(checkout)] = process.argv.slice(2)
const of = (path: string) => import(resolve(checkout, path))
const { serve } = await of('src/main.ts')
const { enrol, settingsFor } = await of('test/support/service.ts')

/** The commit and its day. */
function nameOf(folder: string) {
  const format = ['log', '-1', '--date=format:%Y-%m-%d', '--format=%cd-%h', '--abbrev=7']
  return execFileSync('git', format, { cwd: folder, encoding: 'utf8' }).trim()
}

const folder = mkdtempSync(join(tmpdir(), 'almanac-kept-'))
const databaseUrl = engine === 'postgres' ? await (await postgresServer()).database() : ''
const settings = settingsFor(folder, {
  clock,
  publicUrl: 'http://calendar.example',
  timezone: 'Europe/Paris',
  ...(databaseUrl && { databaseUrl }),
})
const service = await serve(settings, {
  site: { given: new Set(['timezone']), sources: {}, replaces: false },
})

const send: Send = async (method, path, as, body) => {
  const isBytes = Buffer.isBuffer(body)
  const response = await fetch(service.address + path, {
    method,
    headers: {
      Authorization: `Bearer alm_token_of_${as}`,
      ...(body && { 'Content-Type': isBytes ? 'image/png' : 'application/json' }),
      ...(isBytes && { 'Content-Disposition': 'attachment; filename="dot.png"' }),
    },
    ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok && method !== 'GET')
    process.stderr.write(`${response.status} ${path} ${text.slice(0, 150)}\n`)
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

for (const login of logins) {
  await enrol(service.accounts, login, login)
  await service.accounts.setPassword?.(login, password)
}
await service.accounts
  .issue({ login: 'editor', form: 'bearer', name: 'over', expires: 1 })
  .catch(() => {})
const ofSettings = { name: 'settings', secret: 'alm_token_of_settings', scope: 'admin' }
await service.accounts
  .issue({ login: 'administrator', form: 'bearer', ...ofSettings })
  .catch(() => {})
const ids = await fill(send)
const facts = await factsOf(send, ids)
await service.close()

const files = new Map<string, Buffer>()
const put = (path: string, text: string | Buffer) => files.set(path, Buffer.from(text))
put('known.json', JSON.stringify({ ids, facts }))
for (const { parentPath, name: file } of readdirSync(join(folder, 'uploads'), {
  recursive: true,
  withFileTypes: true,
}).filter(each => each.isFile())) {
  const path = join(parentPath, file)
  put(path.slice(folder.length + 1), readFileSync(path))
}
put('secret.key', readFileSync(join(folder, 'secret.key')))
if (databaseUrl) put('database.sql', await dumpOf(databaseUrl))
else {
  const database = openDatabase(join(folder, 'almanac.db'))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM')
  database.close()
  put('almanac.db', readFileSync(join(folder, 'almanac.db')))
}
rmSync(folder, { recursive: true, maxRetries: 5 })
await closePostgres()
const file = new URL(`kept/${basename(name)}.${engine}.br`, import.meta.url)
const bytes = packed(files)
writeFileSync(file, bytes)
chmodSync(file, 0o644)
process.stdout.write(
  `${file.pathname} ${bytes.length} bytes, ${Object.values(ids).flat().length} records\n`,
)
process.exit()
