import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Actor } from '../../src/calendar/access/access.ts'
import { beginRun } from '../../src/calendar/imports/runs.ts'
import {
  changeSubscription,
  claimSubscription,
  readSubscription,
  type Subscription,
  subscribe,
} from '../../src/calendar/imports/subscriptions.ts'
import type { ImportFormat } from '../../src/define/import-messages.ts'
import { openDataFolder } from '../../src/main.ts'
import { imported } from '../../src/service/imported.ts'
import { openDisabledMails } from '../../src/service/outbox.ts'
import { usualLimits } from '../../src/service/separate-source.ts'
import { readDueFeeds } from '../../src/service/subscriptions.ts'
import { type Service, startService } from '../support/service.ts'
import '../support/own-process.ts'

let service: Service
/** Alone in the data folder: no service reads a feed meanwhile. */
let opened: Awaited<ReturnType<typeof openDataFolder>>
/** Within each bound of the reader, and more than a small heap holds. */
const large = JSON.stringify(
  Array.from({ length: 900_000 }, (_, number) => String(number).padStart(25, '-')),
)
const fair =
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20270605T193000\r\nSUMMARY:Fair\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
/** Responses by path; others do not end. */
const pages: Record<string, string> = { '/large.html': large, '/fair.ics': fair }
const site = createServer(({ url = '' }, response) => {
  const page = pages[url]
  if (page === undefined) response.write('BEGIN:VCALENDAR\r\n')
  else response.end(page)
})
let origin = ''
before(async () => {
  await new Promise<void>(listening => site.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  service = await startService({ fetchAllow: [origin] })
  await service.stop()
  opened = await openDataFolder(service.settings)
})
after(async () => {
  site.closeAllConnections()
  site.close()
  await opened.close()
  await service.remove()
})

/** The subscriptions that were disabled, and other errors. */
const disabled: Subscription[] = []
const failures: unknown[] = []
const unreleased = new Set<number>()
const inHand = new Set<number>()
const look = (
  limits: { deadline: number; megabytes: number },
  signal = new AbortController().signal,
) =>
  readDueFeeds(opened, {
    signal,
    failed: error => failures.push(error),
    disabled: each => disabled.push(each),
    unreleased,
    inHand,
    limits,
  })

const added = (format: ImportFormat, path: string) =>
  subscribe(opened.context, {
    user: service.users.administrator,
    format,
    url: `${origin}${path}`,
    source: path,
    options: {},
    every: 3600,
  })
const isDue = (id: number) => changeSubscription(opened.context, id, { next: 0 })
const read = (id: number) => readSubscription(opened.context.store, id)

for (const { name, format, path, limits, sentence } of [
  {
    name: 'more memory',
    format: 'jsonld',
    path: '/large.html',
    limits: { deadline: 600, megabytes: 24 },
    sentence: /more than the 24 MB of memory/,
  },
  {
    name: 'more time',
    format: 'ics',
    path: '/endless.ics',
    limits: { deadline: 3, megabytes: 96 },
    sentence: /not read within 1 minute/,
  },
] as const)
  test(`a feed that takes ${name} than it may is disabled after three looks`, async () => {
    const { id } = await added(format, path)
    for (const attempts of [1, 2, 3]) {
      assert.equal((await read(id)).state, 'active')
      await isDue(id)
      await look(limits)
      const after = await read(id)
      assert.equal(after.attempts, attempts)
      assert.match(after.error?.en ?? '', sentence)
    }
    assert.equal((await read(id)).state, 'disabled')
    assert.equal(disabled.at(-1)?.id, id)
    assert.deepEqual(failures, [])
  })

test('an import of a person waits for its source as long as a look', async () => {
  const { context } = opened
  const actor = { id: service.users.administrator, login: 'administrator', role: 'administrator' }
  const run = await beginRun(
    context,
    {
      user: actor.id,
      format: 'ics',
      origin: `${origin}/endless.ics`,
      source: 'endless',
      language: 'en',
      options: {},
    },
    'previewing',
  )
  const reading = imported(
    opened,
    { actor: { ...actor, scope: 'admin' } as Actor, language: 'en', fallback: true },
    run,
    { isDry: true, signal: AbortSignal.timeout(60_000), limits: { deadline: 2 } },
  )
  await assert.rejects(reading, /not read within \{minutes\}/)
  assert.equal(usualLimits.deadline, 600)
})

test('a look counts before it is made, and no longer once it has ended', async () => {
  const { id } = await added('ics', '/fair.ics')
  for (const _ of [1, 2, 3]) {
    // a process that takes it, and is gone
    assert.equal(await claimSubscription(opened.context, await read(id)), true)
    // while another process may still read it, nothing is decided
    await look({ deadline: 600, megabytes: 96 })
    assert.equal((await read(id)).state, 'active')
    await changeSubscription(opened.context, id, { claimed: null })
  }
  await look({ deadline: 600, megabytes: 96 })
  const { state, error } = await read(id)
  assert.equal(state, 'disabled')
  assert.match(error?.en ?? '', /ended three times/)
  await changeSubscription(opened.context, id, { state: 'active', attempts: 2, next: 0 })
  await look({ deadline: 600, megabytes: 96 })
  const after = await read(id)
  assert.deepEqual([after.state, after.attempts, after.failures], ['active', 0, 0])
})

test('a feed that does not end holds up no other', async () => {
  const slow = await added('ics', '/slow.ics')
  const others = await Promise.all(['/fair.ics?1', '/fair.ics?2'].map(path => added('ics', path)))
  pages['/fair.ics?1'] = fair
  pages['/fair.ics?2'] = fair
  const end = new AbortController()
  const looking = look({ deadline: 600, megabytes: 96 }, end.signal)
  while ((await Promise.all(others.map(({ id }) => read(id)))).some(({ checked }) => !checked))
    await new Promise(resolve => setTimeout(resolve, 50))
  assert.equal((await read(slow.id)).checked, null)
  end.abort()
  await looking
  const { attempts, state } = await read(slow.id)
  assert.deepEqual([attempts, state], [0, 'active'])
})

test('the owner of a subscription or a webhook that was disabled gets an e-mail', async () => {
  const { accounts, context } = opened
  await accounts.change('administrator', { email: 'admin@example.org', language: 'fr' })
  const sent: [to: string, text: string][] = []
  const mail = { send: (to: string, { text }: { text: string }) => void sent.push([to, text]) }
  const failed: unknown[] = []
  const notify = openDisabledMails({
    mail: mail as unknown as Parameters<typeof openDisabledMails>[0]['mail'],
    store: context.store,
    site: () => ({
      siteName: 'Agenda',
      publicUrl: 'https://example.org',
      language: 'en',
      locales: context.site.locales,
    }),
    failed: error => failed.push(error),
  })
  const [one] = disabled
  assert.ok(one)
  notify.feed(one)
  while (sent.length === 0 && failed.length === 0) await new Promise(setImmediate)
  assert.deepEqual(failed, [])
  assert.equal(sent[0]?.[0], 'admin@example.org')
  assert.match(sent[0]?.[1] ?? '', /large\.html[\s\S]*24\s+Mo/)
  notify.webhook({ user: one.user, url: 'town.example' })
  while (sent.length === 1 && failed.length === 0) await new Promise(setImmediate)
  assert.match(sent[1]?.[1] ?? '', /n’envoie plus de messages à town\.example/)
})
