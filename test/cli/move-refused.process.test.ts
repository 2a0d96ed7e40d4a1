import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import pg from 'pg'
import { postgresServer } from '../support/shared-postgres.ts'
import { almanac, calendarIn, newFolder } from './command.ts'

// A database that cannot take a calendar, or cannot give one, is refused in words; one that fails on the way stays empty.

const cwd = newFolder()
const here = join(cwd, 'data')
before(() => calendarIn(cwd))

const run = (...args: string[]) => almanac(['move', ...args], { cwd })

async function ask(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

test('a move to a full disk leaves nothing there, and succeeds when there is room again', async () => {
  const url = await (await postgresServer()).database()
  // when all rows are there, its indexes find no place
  await ask(
    url,
    `CREATE FUNCTION full_disk() RETURNS event_trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$`,
    `CREATE EVENT TRIGGER full_disk ON ddl_command_end WHEN TAG IN ('CREATE INDEX')
      EXECUTE FUNCTION full_disk()`,
  )
  const full = await run('--from', here, '--to', url)
  assert.equal(full.code, 1)
  assert.match(full.err, /^The disk is full/m)
  const french = await run('--from', here, '--to', url, '--lang', 'fr')
  assert.match(french.err, /^Le disque est plein/m)
  await ask(url, 'DROP EVENT TRIGGER full_disk', 'DROP FUNCTION full_disk')
  const { code, err } = await run('--from', here, '--to', url)
  assert.equal(code, 0, err)

  // the same database, as a newer version would leave it
  await ask(url, "UPDATE note SET value = '99' WHERE key = 'version'")
  const newer = await run('--from', url, '--to', join(cwd, 'x'), '--lang', 'fr')
  assert.equal(newer.code, 1)
  assert.match(newer.err, /porte la version 99/)
  // and one into which an earlier version has not finished a move
  await ask(url, "INSERT INTO note (key, value) VALUES ('move', '{}')")
  const unfinished = await run('--from', here, '--to', url)
  assert.match(unfinished.err, /an earlier version of Almanac began a move .* Empty the database/)
  assert.match((await run('--again')).err, /no option --again here\. A move always begins anew/)
})

test('a target with another encoding is refused', async () => {
  const server = await postgresServer()
  await server.ask("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
  const url = `postgres://almanac:test@127.0.0.1:${server.port}/latin`
  const refused = await run('--from', here, '--to', url, '--lang', 'fr')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /\/latin a l’encodage LATIN1\u202f; il faut UTF8/)
})
