import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row, StoredRecord } from '../../define/record.ts'
import { noLinks } from '../contract/store.ts'
import { asBefore, previousVersionOf } from './previous-versions.ts'

const en: Row = { title: 'Concert', excerpt: null }
const fr: Row = { title: 'Le concert', excerpt: '' }
const base: StoredRecord = {
  id: 7,
  kind: 'event',
  version: 3,
  links: { ...noLinks, tag: [1, 2] },
  facts: { status: 'draft', cost: null, count: 4 },
  texts: { en, fr },
}
const changed = (of: Partial<StoredRecord>): StoredRecord => ({ ...base, version: 4, ...of })

test('a change keeps what it replaced, and no more', () => {
  const links = { ...base.links, tag: [2, 1], venue: [9] }
  const facts = { status: 'publish', cost: null, count: 5, extra: 1 }
  const texts = { en: { title: 'Concert', excerpt: 'New' }, fr }
  assert.deepEqual(previousVersionOf(base, changed({ facts, texts, links })), {
    facts: { status: 'draft', extra: null },
    texts: { en: { excerpt: null } },
    links: { venue: [], tag: [1, 2] },
  })
  assert.deepEqual(previousVersionOf(base, changed({})), {})
  // who proposed an event can be erased, and is then in no version
  const proposed = { ...base, facts: { ...base.facts, submission: 'a visitor' } }
  assert.deepEqual(previousVersionOf(proposed, changed({})), {})
})

test('languages come and go; one with nothing written in it is none', () => {
  assert.deepEqual(previousVersionOf(base, changed({ texts: { en } })), { texts: { fr } })
  const alone = { ...base, texts: { en } }
  assert.deepEqual(previousVersionOf(alone, changed({})), { texts: { fr: null } })
  assert.deepEqual(previousVersionOf(alone, changed({ texts: { en, fr: { title: null } } })), {})
})

test('previous values restore the earlier record, whatever was changed', () => {
  const after = changed({
    facts: { status: 'trash', cost: '5', count: 4 },
    texts: { en: { ...en, title: 'Other' } },
    links: { ...noLinks, category: [3] },
  })
  assert.deepEqual(asBefore(after, { version: 3, before: previousVersionOf(base, after) }), base)
  const back = { ...base, version: 5 }
  assert.deepEqual(asBefore(back, { version: 4, before: previousVersionOf(after, back) }), after)
})
