import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { node, ports, report, token } from '../constants.ts'
import { type Contestant, start } from '../contestant.ts'
import { type Event, holds, install, nowHolds, type Product, type Window } from './product.ts'

// 12.4.1 asks for a version of its app that the registry did not have.
const version = '12.4.0'
let folder = ''

const program = () => join(folder, 'node_modules', 'directus', 'cli.js')
const settings = (): Record<string, string> => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  SECRET: 'bench-secret-bench-secret-bench-secret',
  DB_CLIENT: 'sqlite3',
  DB_FILENAME: join(folder, 'data.db'),
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'bench-password-1',
  ADMIN_TOKEN: token,
  LOG_LEVEL: 'error',
  TELEMETRY: 'false',
  RATE_LIMITER_ENABLED: 'false',
  RATE_LIMITER_GLOBAL_ENABLED: 'false',
  // On, it refuses what it cannot answer soon; a load that fills its processor would count refusals.
  PRESSURE_LIMITER_ENABLED: 'false',
  MAX_PAYLOAD_SIZE: '50mb',
})

const startOn = (port: number, more: Record<string, string> = {}) =>
  start({
    name: 'Directus',
    port,
    command: [node, program(), 'start'],
    path: '/server/ping',
    env: { ...settings(), PORT: String(port), ...more },
    cwd: folder,
  })

const list = ({ from, to }: Window, page: number) =>
  `/items/events?limit=10&page=${page}&sort=start_date&filter[start_date][_gte]=${iso(from)}&filter[end_date][_lte]=${iso(to)}`
const counted = (window: Window, page: number) => `${list(window, page)}&meta=filter_count`
const iso = (instant: string) => instant.replace(' ', 'T')

export const directus: Product = {
  name: 'Directus',
  about: `Directus ${version} on SQLite, set up by \`directus bootstrap\`: a collection with a column per field, an index on the start, public permission to read; venue, organizers, categories, tags and translations in JSON columns, which spares it the joins; \`NODE_ENV=production\`, no limits of rate or pressure, telemetry off, only errors logged. \`isolated-vm\` 7.0.1 stands in for 5.0.3, which cannot be compiled for this Node (lists do not use it).`,
  async prepare(events, mark) {
    folder = install(
      'directus',
      {
        dependencies: { directus: version },
        overrides: { 'isolated-vm': '7.0.1' },
        allowScripts: { sqlite3: true },
      },
      ['sqlite3'],
    )
    if (holds(folder, mark)) return
    for (const name of ['filled', 'data.db', 'data.db-wal', 'data.db-shm', 'data.db-journal'])
      rmSync(join(folder, name), { force: true })
    for (const name of ['uploads', 'extensions']) mkdirSync(join(folder, name), { recursive: true })
    const created = spawnSync(node, [program(), 'bootstrap'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 300_000,
      env: { ...process.env, ...settings() },
    })
    if (created.status !== 0)
      throw new Error(`directus bootstrap failed: ${created.stderr.slice(-400)}`)
    await fill(events)
    nowHolds(folder, mark)
  },
  start: () => startOn(ports.directus),
  list: counted,
  totalOf: async answer =>
    ((await answer.json()) as { meta: { filter_count: number } }).meta.filter_count,
  variants: [
    { what: 'without the total', list, repeats: false },
    {
      what: 'its memory cache on, pages repeated',
      start: () =>
        startOn(ports.directusCached, {
          CACHE_ENABLED: 'true',
          CACHE_STORE: 'memory',
          CACHE_TTL: '30m',
        }),
      list: counted,
      repeats: true,
    },
  ],
}

async function fill(events: () => AsyncIterable<Event[]>) {
  const server = await startOn(ports.directus)
  let filled = 0
  try {
    for await (const some of events()) {
      if (filled === 0) await makeCollection(server, some[0] as Event)
      await call(server, 'POST', '/items/events', some)
      filled += some.length
      if (filled % 2000 < some.length) report(`Directus: ${filled} events`)
    }
  } finally {
    await server.stop()
  }
}

async function makeCollection(server: Contestant, sample: Event) {
  await call(server, 'POST', '/collections', {
    collection: 'events',
    schema: {},
    // The activity log is off here: it would only make the filling slower.
    meta: { accountability: null },
    fields: Object.entries(sample).map(([name, value]) => fieldOf(name, value)),
  })
  const [policy] = await call<{ id: string }[]>(
    server,
    'GET',
    '/policies?filter[name][_eq]=$t:public_label',
  )
  await call(server, 'POST', '/permissions', {
    policy: policy?.id,
    collection: 'events',
    action: 'read',
    permissions: {},
    validation: {},
    fields: ['*'],
  })
}

function fieldOf(field: string, value: unknown): object {
  if (field === 'id')
    return { field, type: 'integer', schema: { is_primary_key: true, has_auto_increment: false } }
  const type = typeOf(field, value)
  const special = { json: ['cast-json'], boolean: ['cast-boolean'] }[type]
  return {
    field,
    type,
    schema: { is_indexed: field === 'start_date' },
    meta: special ? { special } : {},
  }
}

function typeOf(field: string, value: unknown): string {
  // An event without an image tells `false`, one with it an object.
  if (field === 'image' || typeof value === 'object') return 'json'
  if (typeof value === 'boolean' || typeof value === 'number')
    return typeof value === 'boolean' ? 'boolean' : 'integer'
  if (/^(utc_)?(start|end)_date$|^(date|modified)(_utc)?$/.test(field)) return 'dateTime'
  return /^(description|excerpt)$/.test(field) ? 'text' : 'string'
}

async function call<T>(of: Contestant, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${of.port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok)
    throw new Error(`Directus: ${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
  return JSON.parse(text || '{}').data
}
