import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Dependency, onNothing, openAdmission, openCache } from './cache.ts'

type Value = { name: string; dependsOn: Dependency<string> }

/** A journal in which a change names the lists that it touches. */
function openJournal() {
  const touched: { seq: number; list: string }[] = []
  return {
    seq: 0,
    generation: 0,
    touch(list: string) {
      this.seq++
      touched.push({ seq: this.seq, list })
    },
    // a position that is not known is before all
    hasTouched: (list: string, since: number) =>
      touched.some(change => change.list === list && !(change.seq <= since)),
  }
}

function open(now = () => 0) {
  const journal = openJournal()
  const cache = openCache({ bytes: 100_000, journal, now })
  const table = cache.table<string, Value>({
    sizeOf: () => 0,
    dependsOn: ({ dependsOn }) => dependsOn,
  })
  const put = (name: string, dependsOn: Dependency<string>) => table.set(name, { name, dependsOn })
  return { journal, put, isCached: (name: string) => table.get(name) !== undefined }
}

test('a value is valid until a record that it is made from changes, its own or one of its parts', () => {
  const { journal, put, isCached } = open()
  const [own, other] = [{ isStale: false }, { isStale: false }]
  put('own', { validities: [own] })
  put('part', { from: [{ validities: [own] }, { validities: [other] }], since: 0 })
  journal.touch('elsewhere')
  assert.deepEqual([isCached('own'), isCached('part')], [true, true])
  other.isStale = true
  journal.touch('elsewhere')
  assert.deepEqual([isCached('own'), isCached('part')], [true, false])
  own.isStale = true
  journal.touch('elsewhere')
  assert.equal(isCached('own'), false)
})

test('a value whose record changed while it was made is never returned', () => {
  const { put, isCached } = open()
  put('late', { validities: [{ isStale: true }] })
  assert.equal(isCached('late'), false)
})

test('a value is valid until its list changes, or until it expires', () => {
  let now = 10
  const { journal, put, isCached } = open(() => now)
  journal.touch('events')
  put('read before', { list: 'events', since: 0 })
  put('read after', { list: 'events', since: 1 })
  put('timed', { until: 20 })
  journal.touch('venues')
  assert.deepEqual([isCached('read before'), isCached('read after')], [false, true])
  journal.touch('events')
  assert.equal(isCached('read after'), false)
  assert.equal(isCached('timed'), true)
  now = 20
  assert.equal(isCached('timed'), false)
})

test('a new generation of the journal invalidates all values, at the same position too', () => {
  const { journal, put, isCached } = open()
  put('made', { list: 'events', since: 0 })
  assert.equal(isCached('made'), true)
  journal.generation++
  assert.equal(isCached('made'), false)
  put('made', { list: 'events', since: 0 })
  assert.equal(isCached('made'), true)
})

/** Room for three values of 750 bytes, each with its entry. */
const openSmall = () => {
  const cache = openCache({ bytes: 3000 })
  const options = { sizeOf: (value: string) => value.length, dependsOn: onNothing }
  return { cache, one: cache.table(options), other: cache.table<string, string>(options) }
}
const value = 'x'.repeat(825)

test('tables share their memory: a used value stays, whatever its table', () => {
  const { cache, one, other } = openSmall()
  one.set('used', value)
  other.set('unused', value)
  other.set('late', value)
  one.get('used')
  assert.equal(cache.hasRoom(0), false)
  for (let n = 0; n < 10; n++) other.set(`crawl ${n}`, value)
  assert.equal(one.get('used'), value)
  assert.equal(other.get('unused'), undefined)
})

test('a value that is used no more goes in the end, and one that is too large is not cached', () => {
  const { one } = openSmall()
  one.set('used once', value)
  one.get('used once')
  for (let n = 0; n < 10; n++) {
    one.set(`now ${n}`, value)
    one.get(`now ${n}`)
  }
  assert.equal(one.get('used once'), undefined)
  one.set('large', 'x'.repeat(3000))
  assert.equal(one.get('large'), undefined)
})

test('a value that is set again takes its room once', () => {
  const { cache, one } = openSmall()
  for (let n = 0; n < 10; n++) one.set('same', value)
  assert.equal(one.get('same'), value)
  assert.equal(cache.hasRoom(1999), true)
})

test('a value that a change ended unused is admitted later than one that was used', () => {
  const record = { isStale: false }
  const journal = openJournal()
  const table = openCache({ bytes: 10_000, journal }).table<string, { isStale: boolean }>({
    sizeOf: () => 0,
    dependsOn: of => ({ validities: [of] }),
    admission: openAdmission(0),
  })
  table.set('a', record)
  record.isStale = true
  assert.equal(table.get('a'), undefined)
  table.set('a', { isStale: false })
  assert.equal(table.get('a'), undefined)
  table.set('a', { isStale: false })
  assert.ok(table.get('a'))
})
