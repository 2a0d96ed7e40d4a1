import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Actor, anonymous } from '../../src/calendar/access/access.ts'
import { accountsFor } from '../../src/calendar/people/accounts.ts'
import { roles, scopes } from '../../src/define/account-messages.ts'
import { secrets } from '../../src/outside/secrets.ts'
import { folderFor, open } from '../journal/journal.ts'

// On PostgreSQL too: administrators remove each other at the same moment.

test('only administrators change accounts, by a credential that covers it, and the change log says who did', async t => {
  const { context, accounts, engine, close } = await open(folderFor(t))
  t.after(close)
  const { store, now } = context
  const first = await accounts.add({ login: 'first', role: 'administrator' })
  const as = (actor: Actor) => accountsFor({ store, secrets, now, actor })
  for (const role of roles)
    for (const scope of scopes) {
      if (role === 'administrator' && scope === 'admin') continue
      assert.throws(() => as({ id: 1, login: role, role, scope }), { code: 'forbidden' })
    }
  assert.throws(() => as(anonymous), { code: 'forbidden' })

  const before = await engine.lastSeq()
  const administrator = { id: first.id, login: 'first', role: 'administrator', scope: 'admin' }
  const own = as(administrator as Actor)
  const { id } = await own.add({ login: 'second', role: 'editor' })
  await own.setRole('second', 'author')
  await own.setPassword('second', 'a long password')
  const { credential } = await own.issue({ login: 'second', form: 'bearer', name: 'phone' })
  await own.revoke(credential.id)
  await own.remove('second')
  const lines = (await engine.journal(before, 10)).map(line => [
    line.actor,
    line.verb,
    line.kind,
    line.id,
    line.version,
  ])
  assert.deepEqual(lines, [
    [first.id, 'create', 'user', id, 1],
    [first.id, 'change', 'user', id, 2],
    [first.id, 'change', 'user', id, 3],
    [first.id, 'create', 'credential', credential.id, 1],
    [first.id, 'change', 'credential', credential.id, 2],
    [first.id, 'remove', 'user', id, 4],
  ])
})

test('if two administrators remove each other at the same moment, one is left', async t => {
  const { accounts, close } = await open(folderFor(t))
  t.after(close)
  for (const login of ['one', 'two']) await accounts.add({ login, role: 'administrator' })
  const results = await Promise.allSettled([
    accounts.remove('one'),
    accounts.setRole('two', 'editor'),
  ])
  const refused = results.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 1)
  const left = (await accounts.list()).filter(({ role }) => role === 'administrator')
  assert.equal(left.length, 1)
})
