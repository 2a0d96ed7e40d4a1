import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openAccessLog } from './access-log.ts'

const request = {
  id: 'k3-1',
  method: 'GET',
  version: '1.1',
  url: '/events.ics?token=alm_secret&page=2',
  status: 200,
  ms: 3.14,
  bytes: 512,
  address: '203.0.113.7',
  actor: 'anne marie',
  referer: 'https://example.org/?password=secret',
  agent: 'A "quoted" agent\n203.0.113.8 - -',
}

function linesOf(accessLog: 'combined' | 'json') {
  const written: string[] = []
  const log = openAccessLog({ accessLog }, { write: text => written.push(text) })
  log?.add(request)
  log?.flush()
  return written.join('').trimEnd().split('\n')
}

test('a request is one line of the combined format, whatever it has in it', () => {
  const lines = linesOf('combined')
  assert.equal(lines.length, 1)
  assert.match(
    lines[0] ?? '',
    /^203\.0\.113\.7 - anne_marie \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000\] "GET \/events\.ics\?token=\\xE280A6&page=2 HTTP\/1\.1" 200 512 "https:\/\/example\.org\/\?password=\\xE280A6" "A \\"quoted\\" agent\\x0A203\.0\.113\.8 - -"$/,
  )
})

test('a request is one object of JSON', () => {
  const [line = '', ...others] = linesOf('json')
  assert.deepEqual(others, [])
  const { time, ...rest } = JSON.parse(line)
  assert.match(time, /^\d{4}-.*Z$/)
  const { version: _, ...expected } = request
  assert.deepEqual(rest, {
    ...expected,
    ms: 3.1,
    url: '/events.ics?token=…&page=2',
    referer: 'https://example.org/?password=…',
  })
})

test('a file that was moved away by a rotation is opened by its name', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'access.log')
  const log = openAccessLog({ accessLog: `json ${file}` })
  log?.add({ ...request, id: 'before' })
  log?.flush()
  renameSync(file, `${file}.1`)
  log?.add({ ...request, id: 'moved' })
  log?.reopen()
  log?.add({ ...request, id: 'after' })
  log?.flush()
  const idsIn = (path: string) =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).id)
  while (!readFileSync(file, 'utf8') || !readFileSync(`${file}.1`, 'utf8').includes('moved'))
    await new Promise(resolve => setTimeout(resolve, 10))
  assert.deepEqual(idsIn(`${file}.1`), ['before', 'moved'])
  assert.deepEqual(idsIn(file), ['after'])
})
