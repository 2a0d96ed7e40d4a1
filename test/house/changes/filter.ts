import { type Change, document, pages } from '../change.ts'

export const change: Change = {
  max: 5,
  edits: [
    {
      file: 'src/resources/event/filters.ts',
      before: '  geoloc: filter(flag(), {',
      insert: `  sticky: {
    ...filter(flag(), {
      en: 'With true only events shown first in their day, with false only others.',
      fr: 'Avec true, les évènements en tête de leur jour ; avec false, les autres.',
    }),
    addition: true,
  },`,
    },
    {
      file: 'src/store/contract/event-filters.ts',
      before: "  parent: { sort: 'id' },",
      insert: "  sticky: { sort: 'flag' },",
    },
    {
      file: 'docs/en/lists.md',
      before: '| `ticketed` |  | Events with tickets (true) or without (false). |',
      insert:
        '| `sticky` |  | With true only events shown first in their day, with false only others. |',
    },
    {
      file: 'docs/fr/lists.md',
      before: '| `ticketed` |  | Évènements avec billetterie (true) ou sans (false). |',
      insert:
        '| `sticky` |  | Avec true, les évènements en tête de leur jour ; avec false, les autres. |',
    },
  ],
  isProofCounted: true,
  proof: {
    file: 'test/http/sticky.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, create, ids, read, useService } from '../support/scenario.ts'

useService()

test('lists can be filtered by events pinned in their day', async () => {
  const [first, other] = [await create({ sticky: true }), await create({})]
  const found = async (sticky: boolean) => ids((await read('/events', { sticky })).events)
  for (let n = 0; n < 3; n++)
    assert.deepEqual([await found(true), await found(false)], [[first.id], [other.id]])
  await change(other.id, { sticky: true })
  assert.deepEqual([await found(true), await found(false)], [[first.id, other.id], []])
})
`,
  },
  tests: [
    ...pages,
    ...document,
    'test/stores/list-index.process.test.ts',
    'test/stores/plans.test.ts',
    'test/stores/version.test.ts',
    'test/stores/derived.test.ts',
  ],
}
