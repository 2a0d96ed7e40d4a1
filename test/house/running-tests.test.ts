import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const support = new URL('../support/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A file of tests whose browser dies; `isOnce`: in its first run only. */
function dying(name: string, { isOnce }: { isOnce: boolean }): string {
  const text = `
    import { appendFileSync, existsSync } from 'node:fs'
    import { after, test } from 'node:test'
    import { look, openBrowser } from '${support}browser.ts'
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

function written(name: string, text: string): string {
  const path = join(folder, `${name}.test.ts`)
  writeFileSync(path, text)
  return path
}

type Run = { code: number | null; output: string }

/** Runs files as `npm run unit` does. */
const run = (...files: string[]) => runWith('unit.ts', ...files)

function runWith(script: string, ...files: string[]): Promise<Run> {
  const { NODE_TEST_CONTEXT: _, ALMANAC_TEST_POSTGRES: __, ...env } = process.env
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, support)), ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  let output = ''
  child.stdout.on('data', data => (output += data))
  child.stderr.on('data', data => (output += data))
  return new Promise(resolve => child.on('close', code => resolve({ code, output })))
}

const times = (output: string, line: RegExp) => output.split('\n').filter(each => line.test(each))

test('a test whose browser died is run once more with a new browser, and the output names it', async () => {
  const file = dying('dies-once', { isOnce: true })
  const { code, output } = await run(file, written('fine', `import 'node:test'`))
  assert.equal(code, 0, output)
  assert.equal(
    times(output, /^The browser died in .*dies-once\.test\.ts \(\S.*\)/).length,
    1,
    output,
  )
  assert.deepEqual(times(output, /^Run once more/), [`Run once more: ${file}`])
  assert.equal(times(output, /✔ dies-once/).length, 1, output)
})

test('a browser that dies twice is a failure, and so is any other failure beside it, which is not tried again', async () => {
  const twice = dying('dies-twice', { isOnce: false })
  const first = await run(twice)
  assert.equal(first.code, 1, first.output)
  assert.equal(times(first.output, /^▶? ?✖ dies-twice \(/).length, 4, first.output)

  const once = dying('dies-once-more', { isOnce: true })
  const wrong = written(
    'wrong',
    `import { test } from 'node:test'; test('wrong', () => { throw 1 })`,
  )
  const second = await run(once, wrong)
  assert.equal(second.code, 1, second.output)
  assert.deepEqual(times(second.output, /^Run once more/), [`Run once more: ${once}`])
  assert.deepEqual(times(second.output, /^Failed in/), [`Failed in the first run: ${wrong}`])
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
  assert.equal(times(output, /✔ on PostgreSQL/).length, 1, output)
})
