import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openDataFolder, serve } from '../../src/main.ts'
import { enrol, settingsFor } from '../support/service.ts'

const when = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }

for (const logFormat of ['json', 'text'] as const)
  test(`the log names the record that a write created, changed or deleted (${logFormat})`, async t => {
    const lines: string[] = []
    const folder = mkdtempSync(join(tmpdir(), 'almanac-log-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const settings = settingsFor(folder, { logLevel: 'info', logFormat })
    const context = await openDataFolder(settings)
    await enrol(context.accounts, 'editor', 'editor')
    await context.close()
    const service = await serve(settings, {
      output: { write: (text: string) => lines.push(...text.trim().split('\n')) },
    })
    const send = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${service.root.plain}${path}`, {
        method,
        headers: {
          Authorization: 'Bearer alm_token_of_editor',
          'Content-Type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await response.json()) as { id: number }
    }
    const event = await send('POST', '/events', { title: 'Named', ...when })
    await send('PATCH', `/events/by-slug/named`, { title: 'Named again' })
    await send('DELETE', `/events/${event.id}?force=true`)
    const tag = await send('POST', '/tags', { name: 'Named' })
    await send('POST', '/events', { title: '' })
    await turn()
    await service.close()
    const written = lines.filter(line => / ?(POST|PATCH|DELETE)\b/.test(line))
    const recordOf = (line: string) =>
      logFormat === 'json'
        ? JSON.parse(line).record
        : / ms editor ?(.*)$/.exec(line)?.[1] || undefined
    assert.deepEqual(written.map(recordOf), [
      `event/${event.id}`,
      `event/${event.id}`,
      `event/${event.id}`,
      `tag/${tag.id}`,
      undefined,
    ])
  })
