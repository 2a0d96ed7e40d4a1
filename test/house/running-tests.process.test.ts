import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { flakyVariable } from '../support/run.ts'

const support = new URL('../support/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
after(() => rmSync(folder, { recursive: true, force: true }))
/** As files of tests import it: their imports say which of them need a process of their own. */
const browserModule = relative(folder, fileURLToPath(new URL('browser.ts', support)))

/** A file of tests whose browser dies; `isOnce`: in its first run only. */
function dying(name: string, { isOnce }: { isOnce: boolean }): string {
  const text = `
    import { appendFileSync, existsSync } from 'node:fs'
    import { after, test } from 'node:test'
    import { look, openBrowser } from '${browserModule}'
    const mark = import.meta.filename + '.mark'
    const wasRun = existsSync(mark)
    appendFileSync(mark, '')
    const browser = await openBrowser()
    after(() => browser.close())
    test('${name}', async () => {
      const { page } = await look(browser, [])
      if (!wasRun || !${isOnce})
        await (await browser.newBrowserCDPSession()).send('Browser.crash')
      await page.setContent('<p>${name}</p>')
    })`
  return written(name, text)
}

/** A file of tests that fails at once, in its first run only, and notes when it runs again. */
function failingOnce(name: string, { hasBrowser }: { hasBrowser: boolean }): string {
  const text = `
    import { appendFileSync, existsSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    import { test } from 'node:test'
    import { openBrowser } from '${browserModule}'
    const mark = import.meta.filename + '.mark'
    const wasRun = existsSync(mark)
    appendFileSync(mark, '')
    const note = text => appendFileSync('${times}', text + ' ${name}\\n')
    test('${name}', async () => {
      if (${hasBrowser}) await (await openBrowser()).close()
      if (!wasRun) throw new Error('failed')
      note('begins')
      await setTimeout(1500)
      note('ends')
    })`
  return written(name, text)
}
const times = join(folder, 'times')

function written(name: string, text: string): string {
  const path = join(folder, `${name}.test.ts`)
  // at the margin, where imports are looked for
  writeFileSync(path, text.replace(/^ {4}/gm, ''))
  return path
}

type Run = { code: number | null; output: string }

/** Runs files as `npm run unit` does. */
const run = (...files: string[]) => runWith('unit.ts', ...files)

function runWith(script: string, ...files: string[]): Promise<Run> {
  const env = { ...process.env }
  for (const name of ['NODE_TEST_CONTEXT', 'ALMANAC_TEST_POSTGRES', flakyVariable]) delete env[name]
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, support)), ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  let output = ''
  child.stdout.on('data', data => (output += data))
  child.stderr.on('data', data => (output += data))
  return new Promise(resolve => child.on('close', code => resolve({ code, output })))
}

const linesOf = (output: string, line: RegExp) => output.split('\n').filter(each => line.test(each))

const lastLine = (output: string) => output.trimEnd().split('\n').at(-1) ?? ''

test('a test whose browser died is run once more with a new browser, and the output names it', async () => {
  const file = dying('dies-once', { isOnce: true })
  const { code, output } = await run(file, written('fine', `import 'node:test'`))
  assert.equal(code, 0, output)
  assert.equal(
    linesOf(output, /^The browser died in .*dies-once\.test\.ts \(\S.*\)/).length,
    1,
    output,
  )
  assert.deepEqual(linesOf(output, /^Run once more/), [`Run once more, alone: ${file}`])
  assert.equal(linesOf(output, /✔ dies-once/).length, 1, output)
  assert.equal(lastLine(output), `Flaky: failed once, passed alone: ${file} (dies-once)`)
})

test('files that use a browser and failed are run once more, alone; the output ends with those that passed', async () => {
  const files = ['a', 'b'].map(name => failingOnce(name, { hasBrowser: true }))
  const { code, output } = await run(...files)
  assert.equal(code, 0, output)
  assert.deepEqual(linesOf(output, /^Run once more/), [`Run once more, alone: ${files.join(', ')}`])
  assert.deepEqual(
    output.trimEnd().split('\n').slice(-2),
    files.map((file, at) => `Flaky: failed once, passed alone: ${file} (${'ab'[at]})`),
  )
  assert.equal(readFileSync(times, 'utf8'), 'begins a\nends a\nbegins b\nends b\n')
})

test('a file without a browser is not run again', async () => {
  const { code, output } = await run(failingOnce('plain', { hasBrowser: false }))
  assert.equal(code, 1, output)
  assert.deepEqual(linesOf(output, /^Run once more|^Flaky/), [])
})

test('a browser that crashes twice is a failure, and other failures with it are not tried again', async () => {
  const twice = dying('dies-twice', { isOnce: false })
  const first = await run(twice)
  assert.equal(first.code, 1, first.output)
  assert.deepEqual(linesOf(first.output, /^Flaky/), [])
  assert.equal(linesOf(first.output, /^▶? ?✖ dies-twice \(/).length, 4, first.output)

  const once = dying('dies-once-more', { isOnce: true })
  const wrong = written(
    'wrong',
    `import { test } from 'node:test'; test('wrong', () => { throw 1 })`,
  )
  const second = await run(once, wrong)
  assert.equal(second.code, 1, second.output)
  assert.deepEqual(linesOf(second.output, /^Run once more/), [`Run once more, alone: ${once}`])
  assert.deepEqual(linesOf(second.output, /^Failed in/), [`Failed in the first run: ${wrong}`])
  assert.match(lastLine(second.output), /^Flaky: .*dies-once-more/)
})

/** A file of tests that loads the service and notes its process and what its hooks do. */
function noting(name: string, more = ''): string {
  const text = `
    import { appendFileSync } from 'node:fs'
    import { after, before, beforeEach, test } from 'node:test'
    import '${support}service.ts'
    const note = what => appendFileSync('${times}', process.pid + ' ${name} ' + what + '\\n')
    before(() => note('before'))
    beforeEach(() => note('each'))
    after(() => note('after'))
    test('${name}', () => note('test'))
    ${more}`
  return written(name, text)
}

test('small files run one after the other in one process, with hooks of their own; a file that changes its process has its own', async () => {
  writeFileSync(times, '')
  const alone = noting('alone', `process.env.SOMETHING = 'else'`)
  const { code, output } = await run(noting('one'), alone, noting('other'))
  assert.equal(code, 0, output)
  const notes = readFileSync(times, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => line.split(' '))
  const processOf = (file: string) => [
    ...new Set(notes.filter(([, name]) => name === file).map(([pid]) => pid)),
  ]
  assert.equal(processOf('one').length, 1)
  assert.deepEqual(processOf('one'), processOf('other'))
  assert.notDeepEqual(processOf('alone'), processOf('one'))
  const of = (file: string) => ['before', 'each', 'test', 'after'].map(what => `${file} ${what}`)
  assert.deepEqual(
    notes.filter(([, name]) => name !== 'alone').map(([, ...what]) => what.join(' ')),
    [...of('other'), ...of('one')],
  )
})

test('in a shared process a file that fails, or does not load, is a failure, and those after it run', async () => {
  const broken = written('broken', `import './nowhere.ts'`)
  const wrong = written(
    'amiss',
    `import { test } from 'node:test'; test('amiss', () => { throw 1 })`,
  )
  const fine = written('a-fine', `import { test } from 'node:test'; test('fine', () => {})`)
  for (const each of [broken, wrong]) {
    const { code, output } = await run(each, fine)
    assert.equal(code, 1, output)
    assert.equal(linesOf(output, /✔ fine/).length, 1, output)
  }
})

test('tests run on PostgreSQL too after a failure on SQLite, which stays a failure', async () => {
  const file = written(
    'engines',
    `import { test } from 'node:test'
    const engine = process.env.ALMANAC_TEST_POSTGRES ? 'PostgreSQL' : 'SQLite'
    test('on ' + engine, () => { if (engine === 'SQLite') throw 1 })`,
  )
  const { code, output } = await runWith('on-both.ts', file)
  assert.equal(code, 1, output)
  assert.equal(linesOf(output, /✔ on PostgreSQL/).length, 1, output)
})

test('after both engines, the output ends with the flaky tests of each', async () => {
  const file = failingOnce('flaky-first', { hasBrowser: true })
  const { code, output } = await runWith('on-both.ts', file)
  assert.equal(code, 0, output)
  assert.equal(lastLine(output), `Flaky: failed once, passed alone: ${file} (flaky-first)`)
})
