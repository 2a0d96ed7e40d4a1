import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messages } from './messages.ts'
import { openLine, openProgress, progressLine, span } from './progress.ts'

const { example } = messages.progress
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('progress shows the share done, the speed and the time left, in both languages', () => {
  const far = { done: 3400, total: 10_000, seconds: 4 }
  assert.equal(
    plain(progressLine(example, far, 'en')),
    'Writing the example: 3,400 of 10,000 (34%), 850/s, 8 s left',
  )
  assert.equal(
    plain(progressLine(example, far, 'fr')),
    'Écriture de l’exemple : 3 400 sur 10 000 (34 %), 850/s, encore 8 s',
  )
})

test('nothing is guessed before a second has passed', () => {
  const line = progressLine(example, { done: 40, total: 100, seconds: 0.5 }, 'en')
  assert.equal(line, 'Writing the example: 40 of 100 (40%)')
  assert.match(progressLine(example, { done: 0, total: 100, seconds: 9 }, 'en'), /0 of 100 \(0%\)$/)
})

test('progress shows 100 % when all is done, and not before', () => {
  const line = (done: number, total: number) =>
    progressLine(example, { done, total, seconds: 2 }, 'en')
  assert.match(line(9999, 10_000), /\(99%\), 5,000\/s, 1 s left$/)
  assert.match(line(10_000, 10_000), /\(100%\), 5,000\/s, 0 s left$/)
  assert.match(line(12, 10), /12 of 12 \(100%\)/)
  assert.match(line(0, 0), /0 of 0 \(100%\)$/)
})

test('the speed of slow work has a decimal', () => {
  assert.match(
    progressLine(example, { done: 3, total: 10, seconds: 2 }, 'en'),
    / 1\.5\/s, 5 s left/,
  )
  assert.match(
    progressLine(example, { done: 3, total: 10, seconds: 2 }, 'fr'),
    / 1,5\/s, encore 5 s/,
  )
})

test('work done before does not count for the speed', () => {
  const far = { done: 700, total: 1000, seconds: 10, before: 600 }
  assert.match(progressLine(example, far, 'en'), /700 of 1,000 \(70%\), 10\/s, 30 s left$/)
})

test('a time left is no finer than it can be estimated', () => {
  const seconds = [0, 0.2, 45, 59.5, 200, 599, 2750, 3900, 86_400]
  assert.deepEqual(seconds.map(span), [
    '0 s',
    '1 s',
    '45 s',
    '1 min 00 s',
    '3 min 20 s',
    '9 min 59 s',
    '45 min',
    '1 h 05 min',
    '24 h 00 min',
  ])
})

/** A terminal or a file, and a clock, in the hands of the test. */
function scene({ isTTY, columns = 200, ...tone }: { isTTY: boolean; columns?: number }) {
  const written: string[] = []
  const output = { isTTY, columns, write: (text: string) => written.push(text) }
  let at = 0
  const progress = (way = {}, loud = {}) =>
    openProgress({ language: 'en', isJson: false, isQuiet: false, ...tone, ...loud }, example, {
      output,
      now: () => at,
      ...way,
    })
  return { written, output, progress, pass: (ms: number) => (at += ms) }
}

test('on a terminal one line is updated ten times a second, and removed at the end', () => {
  const { written, progress, pass } = scene({ isTTY: true })
  const { show, end } = progress()
  for (let done = 1; done <= 5; done++) {
    show(done, 10)
    pass(60)
  }
  end()
  assert.deepEqual(written, [
    '\rWriting the example: 1 of 10 (10%)\x1b[K',
    '\rWriting the example: 3 of 10 (30%)\x1b[K',
    '\rWriting the example: 5 of 10 (50%)\x1b[K',
    '\r\x1b[K',
  ])
})

test('elsewhere a line is printed every few seconds, and short work prints nothing', () => {
  const { written, progress, pass } = scene({ isTTY: false })
  const { show, end } = progress()
  for (let done = 0; done < 12; done++) {
    show(done, 100)
    pass(1000)
  }
  end()
  assert.deepEqual(written, [
    'Writing the example: 5 of 100 (5%), 1/s, 1 min 35 s left\n',
    'Writing the example: 10 of 100 (10%), 1/s, 1 min 30 s left\n',
  ])
})

test('work that ends soon shows no progress if a delay is set', () => {
  const { written, progress, pass } = scene({ isTTY: true })
  const { show, end } = progress({ patience: 2000 })
  show(1, 10)
  pass(1900)
  show(9, 10)
  end()
  assert.deepEqual(written, [])
  pass(200)
  show(9, 10)
  assert.equal(written.length, 1)
})

test('--json and --quiet show no progress', () => {
  for (const tone of [{ isJson: true }, { isQuiet: true }])
    for (const isTTY of [true, false]) {
      const { written, progress, pass } = scene({ isTTY })
      const { show, end } = progress({}, tone)
      pass(60_000)
      show(1, 2)
      end()
      assert.deepEqual(written, [])
    }
})

test('lines of the log go above it, and a narrow terminal cuts it', () => {
  const { written, output } = scene({ isTTY: true, columns: 11 })
  const { show, above, clear } = openLine(output)
  show('Preparing the lists')
  above('200 GET /\n')
  clear()
  above('200 GET /\n')
  assert.deepEqual(written, [
    '\rPreparing \x1b[K',
    '\r\x1b[K',
    '200 GET /\n',
    '\rPreparing \x1b[K',
    '\r\x1b[K',
    '200 GET /\n',
  ])
})
