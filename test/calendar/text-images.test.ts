import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { service } from '../../src/calendar/access/access.ts'
import type { Context } from '../../src/calendar/base/context.ts'
import { copyTextImages } from '../../src/calendar/write/text-images.ts'
import type { StoredRecord } from '../../src/define/record.ts'
import { noLinks } from '../../src/store/contract/store.ts'
import { type Inside, openInside } from '../support/inside.ts'

let inside: Inside
before(async () => {
  inside = await openInside({ clock: '2027-05-01T12:00:00Z' })
})
after(() => inside.close())

const record: StoredRecord = {
  id: 1,
  kind: 'event',
  version: 1,
  facts: {},
  texts: { en: { description: '<p><img src="https://images.example.org/one.png" alt=""></p>' } },
  links: noLinks,
}

/** A calendar whose downloads end so, and how often one was begun. */
function openFetching(fetched: (signal: AbortSignal | undefined) => Promise<{ refused: 'time' }>) {
  let started = 0
  const imageStore: Context['imageStore'] = {
    ...inside.context.imageStore,
    fetch(_, { signal } = {}) {
      started++
      return fetched(signal)
    },
  }
  const context: Context = { ...inside.context, imageStore }
  return {
    copyFor(signal: AbortSignal) {
      const requester = { address: '192.0.2.1', signal }
      const caller = { actor: service, language: 'en' as const, fallback: true, requester }
      return copyTextImages(context, caller, record)
    },
    get begun() {
      return started
    },
  }
}

const stays = () => new AbortController().signal

test('a host that refuses an image is not contacted again for a while', async () => {
  const fetching = openFetching(async () => ({ refused: 'time' }))
  await fetching.copyFor(stays())
  await fetching.copyFor(stays())
  assert.equal(fetching.begun, 1)
})

test('a caller who leaves while an image is fetched does not mark its host as refused', async () => {
  const leaving = new AbortController()
  const fetching = openFetching(async signal => {
    leaving.abort()
    signal?.throwIfAborted()
    return { refused: 'time' }
  })
  await fetching.copyFor(leaving.signal)
  assert.equal(fetching.begun, 1)
  await fetching.copyFor(stays())
  assert.equal(fetching.begun, 2)
})
