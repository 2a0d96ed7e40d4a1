import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startService } from '../support/service.ts'
import { storedEvent } from '../support/stored-event.ts'

test('the access log has every request, those that the cache answers too, with its caller', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'access.log')
  const service = await startService({ accessLog: `json ${file}` })
  try {
    await storedEvent(service)
    for (let n = 0; n < 3; n++) await service.send('GET', '/events')
    await service.send('GET', `${service.address}/`)
    await service.send('GET', '/nothing?token=secret')
  } finally {
    await service.close()
  }
  const text = readFileSync(file, 'utf8')
  const lines = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ method, status, actor }) => [method, status, actor]),
    [
      ['POST', 201, 'editor'],
      ['GET', 200, ''],
      ['GET', 200, ''],
      ['GET', 200, ''],
      ['GET', 200, ''],
      ['GET', 404, ''],
    ],
  )
  assert.ok(lines.every(({ bytes, address }) => bytes > 0 && address === '127.0.0.1'))
  assert.ok(!text.includes('secret'))
})
