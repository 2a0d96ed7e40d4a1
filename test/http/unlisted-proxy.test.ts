import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { serve } from '../../src/main.ts'
import { settingsFor } from '../support/service.ts'

for (const { trustedProxies, count } of [
  { trustedProxies: [], count: 1 },
  { trustedProxies: ['10.0.0.0/8'], count: 1 },
  { trustedProxies: ['127.0.0.1'], count: 0 },
])
  test(`warnings of a proxy at 127.0.0.1, where ${trustedProxies.join() || 'none'} is trusted: ${count}`, async t => {
    const lines: string[] = []
    const folder = mkdtempSync(join(tmpdir(), 'almanac-proxy-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const settings = settingsFor(folder, { logLevel: 'warn', logFormat: 'json', trustedProxies })
    const service = await serve(settings, {
      output: { write: (text: string) => lines.push(...text.trim().split('\n')) },
    })
    try {
      for (const headers of [
        {},
        { 'X-Forwarded-For': '203.0.113.7' },
        { 'X-Forwarded-For': '::1' },
      ])
        await fetch(`${service.root.plain}/events`, { headers })
    } finally {
      // which writes the log
      await service.close()
    }
    const warnings = lines.filter(line => line.includes('trustedProxies'))
    assert.equal(warnings.length, count)
    for (const line of warnings) assert.equal(JSON.parse(line).address, '127.0.0.1')
  })
