import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../base/context.ts'
import { identified } from './recognized.ts'

const start = '2027-06-05 20:00:00'

/** A store whose events of the source have these IDs there. */
function storeWith(sourceIds: readonly string[]) {
  const record = (id: number) => ({
    id,
    facts: { source_id: sourceIds[id], status: 'publish', utc_ends: 0, starts: 0 },
    texts: {},
  })
  const store = {
    lookup: async () => Array.from(sourceIds.keys()),
    getMany: async (_: string, ids: readonly number[]) => ids.map(record),
  }
  return store as unknown as Context['store']
}

/** The IDs of events of a page whose URLs others may share, and how often a stored ID was compared with such a URL. */
async function idsAmong(sourceIds: readonly string[], urls: readonly string[]) {
  let comparisons = 0
  async function* items() {
    for (const url of urls)
      yield {
        kind: 'event',
        source_id: url,
        at: { line: 1 },
        values: { title: 'A', start_date: start },
        shared: {
          id: url,
          dated: `${url} ${start}`,
          get before() {
            comparisons++
            return `${url} `
          },
        },
      } as const
  }
  const context = { store: storeWith(sourceIds), now: () => 0 }
  const ids: string[] = []
  for await (const item of identified({ context, options: { source: 'page' } }, items()))
    if ('values' in item) ids.push(item.source_id)
  return { ids, comparisons }
}

test('new events of a source with many stored ones are each looked up, not compared with all', async () => {
  const stored = Array.from({ length: 4096 }, (_, at) => `https://example.org/old/${at}`)
  const urls = Array.from({ length: 200 }, (_, at) => `https://example.org/new/${at}`)
  const { ids, comparisons } = await idsAmong(stored, urls)
  assert.deepEqual(ids, urls)
  assert.ok(comparisons <= urls.length, `${comparisons} comparisons`)
})

test('a URL is that of several dates where one with it is stored, wherever that stands among all', async () => {
  const urls = ['a', 'b', 'b%20', 'c', 'é'].map(each => `https://example.org/${each}`)
  for (const url of urls) {
    const stored = [...urls.filter(each => each !== url), `${url} 2027-05-01 20:00:00`, `${url}x`]
    assert.deepEqual((await idsAmong(stored, [url])).ids, [`${url} ${start}`])
    assert.deepEqual((await idsAmong(stored.toSpliced(-2, 1), [url])).ids, [url])
  }
})
