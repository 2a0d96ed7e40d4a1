import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { system } from '../../src/cli/messages/usage.ts'
import { postgres, refuseUnfit } from '../../src/store/postgres/engine.ts'
import { openLink } from '../../src/store/postgres/link.ts'
import { plainShapes } from '../support/plain-events.ts'
import { postgresServer } from '../support/shared-postgres.ts'

// Engines and poolers that speak as PostgreSQL does and lack some of it: here, functions of the server that do less than they should.

const lacking: Record<string, { code: string; function: string }> = {
  'locks in a transaction do not lock': {
    code: 'DATABASE_WITHOUT_LOCKS',
    function: 'pg_try_advisory_xact_lock(bigint) RETURNS boolean',
  },
  'locks of a session do not lock': {
    code: 'DATABASE_WITHOUT_LOCKS',
    function: 'pg_try_advisory_lock(bigint) RETURNS boolean',
  },
  'there are no locks': {
    code: 'DATABASE_WITHOUT_LOCKS',
    function: 'pg_advisory_xact_lock(bigint) RETURNS date',
  },
  'notifications cannot be sent': {
    code: 'DATABASE_WITHOUT_NOTIFY',
    function: 'pg_notify(text, text) RETURNS date',
  },
  'transactions are not known afterwards': {
    code: 'DATABASE_WITHOUT_STATUS',
    function: 'pg_xact_status(xid8) RETURNS text',
  },
}
const bodies: Record<string, string> = {
  boolean: 'SELECT true',
  text: 'SELECT NULL::text',
  // as if there were none
  date: "SELECT 'never'::date",
}

for (const [what, { code, function: of }] of Object.entries(lacking))
  test(`a server on which ${what} is refused at the start, before anything is created`, async t => {
    const url = await (await postgresServer()).database()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    t.after(() => client.end())
    const body = bodies[of.split(' ').at(-1) ?? '']
    await client.query('SET check_function_bodies = off')
    await client.query(`CREATE FUNCTION public.${of} LANGUAGE sql AS $$ ${body} $$`)
    const store = postgres(
      `${url}?options=${encodeURIComponent('-csearch_path=public,pg_catalog')}`,
    )
    t.after(() => store.close())
    await assert.rejects(store.prepare(plainShapes), { code })
    const { rows } = await client.query("SELECT to_regclass('public.note') AS note")
    assert.equal(rows[0].note, null)
    assert.ok(system[code]?.en && system[code].fr)
  })

test('a server that takes notifications and delivers none is refused', async t => {
  const url = await (await postgresServer()).database()
  const link = openLink(`${url}?options=${encodeURIComponent('-csearch_path=public,pg_catalog')}`)
  t.after(() => link.close())
  await link.query({
    text: `CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS 'SELECT'`,
  })
  await assert.rejects(refuseUnfit(url, link, 100), { code: 'DATABASE_WITHOUT_NOTIFY' })
})

test('a database that cannot store every letter is refused, in a sentence', async t => {
  const server = await postgresServer()
  const url = new URL(await server.database())
  await server.ask("CREATE DATABASE in_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
  url.pathname = 'in_latin'
  const store = postgres(url.href)
  t.after(() => store.close())
  const params = { encoding: 'LATIN1' }
  await assert.rejects(store.prepare(plainShapes), { code: 'DATABASE_ENCODING', params })
  assert.ok(system.DATABASE_ENCODING?.en && system.DATABASE_ENCODING.fr)
})
