import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openGroups, type Transactions } from '../../src/store/contract/group-commit.ts'
import type { Shape, Transaction } from '../../src/store/contract/store.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'

const shape: Shape = {
  kind: 'venue',
  family: 'post',
  facts: { number: 'integer' },
  texts: { name_key: 'text' },
}
const folder = mkdtempSync(join(tmpdir(), 'almanac-commit-'))
let coming = 0
const store = sqlite(join(folder, 'almanac.db'), () => coming-- > 0)
before(() => store.prepare([shape]))
after(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const insert = (tx: Transaction, number: number) =>
  tx.insert('venue', { number }, { en: { name_key: `venue ${number}` } })
const numbers = async () => {
  const ids = await store.idsAfter('venue', 0, 10_000)
  return (await store.getMany('venue', ids)).map(({ facts }) => Number(facts.number))
}

test('writes that fail after they have begun leave nothing, and take none of their neighbours along', async () => {
  const runs = new Map<number, number>()
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, number) =>
      store.write(async tx => {
        runs.set(number, (runs.get(number) ?? 0) + 1)
        if (number % 10 === 3) throw new Error('before')
        const id = await insert(tx, number)
        assert.equal(await tx.kindOf('post', id), 'venue')
        if (number % 10 === 7) throw new Error('after')
        return id
      }),
    ),
  )
  const failed = results.flatMap(({ status }, number) => (status === 'rejected' ? [number] : []))
  assert.deepEqual(
    failed,
    Array.from({ length: 100 }, (_, number) => number).filter(number =>
      [3, 7].includes(number % 10),
    ),
  )
  assert.equal(new Set(await numbers()).size, 80)
  assert.equal((await numbers()).length, 80)
  const ids = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  assert.equal(new Set(ids).size, 80, 'every record that was answered has an id of its own')
  for (const record of await store.getMany('venue', ids as number[]))
    assert.equal(record.texts.en?.name_key, `venue ${record.facts.number}`)
  assert.ok(Math.max(...runs.values()) <= 3, 'nothing runs again and again')
})

test('rows of a rolled-back write are not in the cache', async () => {
  let created = 0
  await assert.rejects(
    store.write(async tx => {
      created = await insert(tx, 1000)
      await tx.kindOf('post', created)
      throw new Error('after')
    }),
  )
  assert.equal(await store.write(tx => tx.kindOf('post', created)), undefined)
  const id = await store.write(tx => insert(tx, 1001))
  await store.write(tx => tx.remove('venue', id))
  assert.equal(await store.write(tx => tx.kindOf('post', id)), undefined)
})

test('records that another process removes leave the cache', async () => {
  const other = sqlite(join(folder, 'almanac.db'))
  await other.prepare([shape])
  const id = await store.write(tx => insert(tx, 2000))
  assert.equal(await store.write(tx => tx.kindOf('post', id)), 'venue')
  await other.write(tx => tx.remove('venue', id))
  assert.equal(await store.write(tx => tx.kindOf('post', id)), undefined)
  await other.close()
})

test('a group waits for writes that are about to come, but not for ever', async () => {
  coming = 3
  const first = store.write(tx => insert(tx, 3000))
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  const second = store.write(tx => insert(tx, 3001))
  await Promise.all([first, second])
  coming = Number.POSITIVE_INFINITY
  await store.write(tx => insert(tx, 3002))
  coming = 0
  assert.deepEqual((await numbers()).slice(-3), [3000, 3001, 3002])
})

test('sums of a group are written once, and those of writes that failed never', async () => {
  const id = await store.write(tx => insert(tx, 0))
  const sum = async (tx: Pick<Transaction, 'get'>) =>
    Number((await tx.get('venue', id))?.facts.number)
  const seen: number[] = []
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      store.write(async tx => {
        const [added] = await tx.add('venue', [id], 'number', 1)
        // A read in between sees the sum so far.
        if (n % 7 === 0) assert.equal(await sum(tx), added?.[1])
        if (n % 5 === 0) throw new Error('after')
        seen.push(Number(added?.[1]))
      }),
    ),
  )
  const good = results.filter(({ status }) => status === 'fulfilled').length
  assert.equal(good, 48)
  assert.equal(await sum(store), good)
  assert.equal(Math.max(...seen), good)
})

test('writers are answered also where what they wrote cannot be undone', async () => {
  const done = async () => {}
  let writes = 0
  const { run } = openGroups({
    begin: done,
    commit: done,
    savepoint: done,
    back: done,
    release: done,
    flush: done,
    undo: () => Promise.reject(new Error('the disk is gone')),
    spoils: () => false,
    ends: () => false,
    forget() {},
    isMoreComing: () => false,
    written: () => writes,
    answer() {},
  })
  const write = async (fails: boolean) => {
    writes++
    if (fails) throw new Error('refused')
  }
  const results = await Promise.allSettled([run(() => write(false)), run(() => write(true))])
  assert.deepEqual(
    results.map(result => result.status === 'rejected' && result.reason.message),
    ['the disk is gone', 'the disk is gone'],
  )
})

test('where not even what did not begin can be undone, the writer learns what failed first', async () => {
  const done = async () => {}
  const { run } = openGroups({
    begin: () => Promise.reject(new Error('the disk is full')),
    undo: () => Promise.reject(new Error('the disk is gone')),
    commit: done,
    savepoint: done,
    back: done,
    release: done,
    flush: done,
    spoils: () => false,
    ends: () => false,
    forget() {},
    isMoreComing: () => false,
    written: () => 0,
    answer() {},
  })
  await assert.rejects(run(done), {
    message: 'the disk is gone',
    cause: new Error('the disk is full'),
  })
})

test('a creation that the database refuses does not fail others of its group', async () => {
  const refused = new Error('refused')
  let isAborted = false
  const forgive = async () => {
    isAborted = false
  }
  const engine: Transactions = {
    begin: forgive,
    undo: forgive,
    back: forgive,
    commit: async () => {},
    savepoint: async () => {},
    release: async () => {},
    written: () => 0,
    flush: async () => {},
    forget() {},
    isMoreComing: () => false,
    spoils: error => error === refused,
    ends: () => false,
    rehearse: works => Promise.allSettled(works.map(work => work())),
    answer: done => {
      for (const { job, value } of done) job.resolve(value)
    },
  }
  const { run } = openGroups(engine)
  const write = async (n: number) => {
    if (n === 3) isAborted = true
    if (isAborted) throw refused
    return n
  }
  const ended = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) =>
      run(
        () => write(n),
        () => write(n),
      ),
    ),
  )
  assert.deepEqual(
    ended.map(each => (each.status === 'fulfilled' ? each.value : 'refused')),
    [0, 1, 2, 'refused', 4, 5],
  )
})
