import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row, StoredRecord } from '../../define/record.ts'
import type { Secrets } from './account-types.ts'
import { openAuthenticator } from './credential-cache.ts'

const recordOf = (kind: string, id: number, facts: Row): StoredRecord => ({
  id,
  kind,
  version: 1,
  facts,
  texts: {},
  links: { category: [], tag: [], venue: [], organizer: [] },
})

const credential = recordOf('credential', 7, {
  user: 1,
  form: 'bearer',
  scope: 'write',
  hash: 'digest of a',
  expires: 100,
  used: 0,
})
const user = recordOf('user', 1, { login: 'anna', role: 'editor' })

// the few members that are used
const secrets = {
  digest: (secret: string) => `digest of ${secret}`,
  isSame: (a: string, b: string) => a === b,
} as Secrets

test('a token is cached until it expires, and read again once it or its user has changed', async () => {
  let [now, reads] = [50, 0]
  const records = { credential: { isStale: false }, user: { isStale: false } }
  const journal = {
    seq: 1,
    generation: 0,
    hasTouched: () => false,
    validity: (kind: string) => records[kind === 'user' ? 'user' : 'credential'],
    refresh: () => undefined,
  }
  const store = {
    lookup: async () => [credential.id],
    async get(kind: string) {
      reads++
      return kind === 'user' ? user : credential
    },
    write: async () => undefined as never,
  }
  const { bearer } = openAuthenticator(store, secrets, () => now, journal)
  const readsOf = async () => {
    const before = reads
    const entry = await bearer('a')
    return [typeof entry === 'string' ? entry : entry.actor.login, reads - before]
  }
  assert.deepEqual(await readsOf(), ['anna', 2])
  assert.deepEqual(await readsOf(), ['anna', 0])
  for (const kind of ['credential', 'user'] as const) {
    records[kind].isStale = true
    records[kind] = { isStale: false }
    journal.seq++
    assert.deepEqual(await readsOf(), ['anna', 2], kind)
    assert.deepEqual(await readsOf(), ['anna', 0], kind)
  }
  now = 100
  assert.deepEqual(await readsOf(), ['invalid_token', 2])
})
