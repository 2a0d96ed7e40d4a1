import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noOccurrence } from '../../../test/support/plain-events.ts'
import type { Requester } from '../../define/requester.ts'
import type { Problem } from '../../problem/index.ts'
import { hasValue, newCalendar, put } from './event-order.ts'
import { newWords, noteChange, withKeys } from './text-matches.ts'

/** Events by number with their text, and how often it was looked for letters. */
function openTexts(texts: string[]) {
  const calendar = newCalendar()
  for (const event of texts.keys()) put(calendar, entry(event))
  const looked: string[] = []
  const having = (letters: string) => [...texts.keys()].filter(id => texts[id]?.includes(letters))
  let before = async (_stop?: AbortSignal) => {}
  let milliseconds = 1
  const words = newWords(
    calendar,
    { eventsOfText: async (_, letters, ids) => having(letters).filter(id => ids.includes(id)) },
    {
      async find(_, letters, onMatch, stop) {
        looked.push(letters)
        onMatch(having(letters))
        await before(stop)
        return milliseconds
      },
    },
  )
  const withAll = (keys: number[]) =>
    [...texts.keys()].filter(id => keys.every(key => hasValue(calendar, id, key)))
  return {
    looked,
    texts,
    change(event: number, text: string) {
      texts[event] = text
      noteChange(words, event)
    },
    /** Sets the duration of a search for letters. */
    costs(ms: number) {
      milliseconds = ms
    },
    /** Runs work while letters are looked for. */
    meanwhile(work: (stop?: AbortSignal) => Promise<void>) {
      before = work
    },
    ask: (...letters: string[]) => withKeys(words, { language: 'en', letters }, withAll),
    askAs: (requester: Requester, ...letters: string[]) =>
      withKeys(words, { language: 'en', letters, requester }, withAll),
    /** The candidates for all of them, where they are few. */
    fewWith: (...letters: string[]) =>
      withKeys(
        words,
        { language: 'en', letters, needed: letters.length },
        (_, few) => few && [...few],
      ),
    /** The same, with the condition that all of them match. */
    askAll: (...letters: string[]) =>
      withKeys(words, { language: 'en', letters, needed: letters.length }, withAll),
  }
}

test('where no event has one of the words, the others are not looked for', async () => {
  const { ask, askAll, looked } = openTexts(['jazz night', 'night'])
  assert.deepEqual(await askAll('jazz', 'opera', 'night'), [])
  assert.deepEqual(looked, ['jazz', 'opera'])
  assert.deepEqual(await askAll('jazz', 'night'), [0])
  assert.deepEqual(await ask('night'), [0, 1])
})

const entry = (event: number) => ({
  at: {
    ...noOccurrence,
    id: event,
    event,
    starts: event,
    ends: event,
    utc_starts: event,
    utc_ends: event,
    status: 'publish',
    author: 1,
    languages: 3,
  },
  modified: 0,
  links: { venue: [], organizer: [], category: [], tag: [] },
})

const nextTurn = () => new Promise(setImmediate)

test('letters are looked for once, however many ask', async () => {
  const { ask, looked } = openTexts(['jazz night', 'night', 'jazz'])
  const answers = await Promise.all([ask('jazz'), ask('jazz', 'night'), ask('jazz')])
  assert.deepEqual(answers, [[0, 2], [0], [0, 2]])
  assert.deepEqual(looked.sort(), ['jazz', 'night'])
})

test('an event whose text has changed is looked at again', async () => {
  const { ask, looked, change } = openTexts(['jazz', 'night'])
  await ask('jazz')
  change(0, 'night')
  change(1, 'jazz')
  assert.deepEqual(await ask('jazz'), [1])
  assert.equal(looked.length, 1)
})

test('texts that change during a search are not missed', async () => {
  const { ask, change, meanwhile } = openTexts(['jazz', 'night'])
  meanwhile(async () => {
    await nextTurn()
    change(0, 'night')
    change(1, 'jazz')
  })
  assert.deepEqual(await ask('jazz'), [1])
})

test('after very many changes letters are looked for again', async () => {
  const { ask, looked, change } = openTexts(['jazz', 'night'])
  await ask('jazz')
  for (let n = 0; n < 1000; n++) change(n % 2, n % 2 ? 'jazz' : 'night')
  assert.deepEqual(await ask('jazz'), [1])
  assert.equal(looked.length, 2)
  for (let n = 0; n < 150_000; n++) change(n % 2, n % 2 ? 'night' : 'jazz')
  assert.deepEqual(await ask('jazz'), [0])
})

test('few matches are listed one by one, also as their texts change', async () => {
  const { fewWith, change } = openTexts(['jazz night', 'night', 'jazz', ...Array(300).fill('a')])
  assert.deepEqual(await fewWith('jazz', 'night'), [0, 2])
  assert.deepEqual(await fewWith('opera'), [])
  assert.equal(await fewWith('a'), undefined)
  change(1, 'opera')
  change(2, 'night')
  assert.deepEqual(await fewWith('night'), [0, 2])
  assert.deepEqual(await fewWith('opera', 'jazz'), [1])
  for (let event = 3; event < 300; event++) change(event, 'night')
  assert.equal(await fewWith('night'), undefined)
})

test('letters whose search failed are searched again', async () => {
  const { ask, meanwhile } = openTexts(['jazz', 'night'])
  meanwhile(async () => {
    throw new Error('busy')
  })
  await assert.rejects(ask('jazz'), /busy/)
  meanwhile(async () => {})
  assert.deepEqual(await ask('jazz'), [0])
})

test('few words are cached, and those that are found quickly evict no others', async () => {
  const { ask, looked, costs } = openTexts(['jazz'])
  costs(100)
  await ask('dear')
  costs(1)
  for (let n = 0; n < 400; n++) {
    await ask(`word ${n}`)
    await nextTurn()
  }
  await ask('dear', 'word 399', 'word 200')
  assert.equal(looked.length, 401)
  await ask('word 50')
  assert.equal(looked.length, 402)
})

/** A requester at an address, who can leave. */
function requesterAt(address: string) {
  const end = new AbortController()
  return { address, signal: end.signal, go: () => end.abort() }
}

/** Ends when it is released, or stopped. */
function openGate() {
  const gate = Promise.withResolvers<void>()
  return {
    release: () => gate.resolve(),
    wait: (stop?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        stop?.addEventListener('abort', () => reject(stop.reason))
        gate.promise.then(resolve)
      }),
  }
}

test('one address has four searches looked for at a time, and twenty that wait; others wait for none of them', async () => {
  const { askAs, looked, meanwhile } = openTexts(['jazz'])
  const gate = openGate()
  meanwhile(gate.wait)
  const many = Array.from({ length: 24 }, (_, n) => askAs(requesterAt('a'), `word ${n}`))
  await nextTurn()
  assert.equal(looked.length, 4)
  await assert.rejects(
    askAs(requesterAt('a'), 'word 24'),
    (problem: Problem) => problem.status === 429 && problem.extra.retryAfter === 5,
  )
  meanwhile(async () => {})
  assert.deepEqual(await askAs(requesterAt('b'), 'jazz'), [0])
  // what was found before costs nothing, and is no place
  assert.deepEqual(await askAs(requesterAt('a'), 'jazz'), [0])
  gate.release()
  await Promise.all(many)
  assert.deepEqual(await askAs(requesterAt('a'), 'word 24'), [])
})

test('a search runs until its last request is closed', async () => {
  const { askAs, looked, meanwhile } = openTexts(['jazz'])
  const gate = openGate()
  meanwhile(gate.wait)
  const [one, two] = [requesterAt('a'), requesterAt('b')]
  const searches = [askAs(one, 'jazz'), askAs(two, 'jazz')]
  const ended = Promise.allSettled(searches)
  await nextTurn()
  one.go()
  await nextTurn()
  assert.deepEqual(looked, ['jazz'])
  two.go()
  assert.deepEqual(
    (await ended).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(looked, ['jazz'])
  meanwhile(async () => {})
  assert.deepEqual(await askAs(requesterAt('a'), 'jazz'), [0])
})

test('a closed request is not searched, and others take its turn', async () => {
  const { askAs, looked, meanwhile } = openTexts(['jazz'])
  meanwhile(openGate().wait)
  const waiting = Array.from({ length: 24 }, () => requesterAt('a'))
  const ended = Promise.allSettled(
    waiting.map((requester, n) => askAs(requester, `first ${n}`, `second ${n}`)),
  )
  await nextTurn()
  for (const requester of waiting) requester.go()
  await ended
  assert.equal(looked.length, 4)
  meanwhile(async () => {})
  const again = Array.from({ length: 24 }, (_, n) => askAs(requesterAt('a'), `first ${n}`))
  assert.equal((await Promise.all(again)).length, 24)
})
