import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openService } from '../../src/service.ts'
import type { Service } from '../support/service.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

type Setting = { name: string; value: unknown; label: string | null; can_change: boolean } & {
  [name: string]: unknown
}

const site = {
  given: new Set(['timezone', 'weekStart', 'adminToken']),
  sources: { weekStart: { from: 'environment', name: 'ALMANAC_WEEK_START' } },
  replaces: true,
} as const

let service: Service
let tab: Tab
before(async () => {
  service = await startWithPasswords(
    {
      timezone: 'UTC',
      adminToken: 'a-token-that-nobody-would-guess-0123456789',
      adminLogin: 'ada',
    },
    site,
  )
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
})
after(async () => {
  tab.close()
  await service.close()
})

const change = (settings: object, headers: Record<string, string> = {}) =>
  tab.send('PATCH', 'settings', { settings }, headers)
async function read(path = 'settings'): Promise<Map<string, Setting>> {
  const { settings } = (await tab.send('GET', path)).body
  return new Map(settings.map((one: Setting) => [one.name, one]))
}
const page = async (path = '/') => (await service.send('GET', service.address + path)).text

describe('settings in the browser', () => {
  test('are described in the words of their form: no names of settings, no values', async () => {
    for (const path of ['settings', '/fr/admin/api/settings']) {
      const all = await read(path)
      const named = [...all.values()].filter(({ label }) => label !== null)
      for (const { name, about, words: choices } of named) {
        const shown = String(about).replaceAll(/“[^”]*”|«[^»]*»|\([^)]*_[^)]*\)/g, '')
        assert.deepEqual(
          shown.match(/\b[a-z]+[A-Z]\w*/g)?.filter(word => all.get(word)?.label) ?? [],
          [],
          `${path} ${name}`,
        )
        const words = (choices as { word: string }[] | null)?.map(({ word }) => word) ?? []
        const isRaw = (word: string) =>
          new RegExp(`(?:: |; )${word}(?: \\(|\u00a0?:)|\\(${word}[,)]`).test(shown)
        assert.deepEqual(words.filter(isRaw), [], `${path} ${name}`)
      }
    }
    const label = (await read('/fr/admin/api/settings')).get('frontBlocks')?.label
    const about = (await read('/fr/admin/api/settings')).get('shareImage')?.about
    assert.match(String(about), new RegExp(`«\u00a0${label}\u00a0»`))
  })

  test('say what each is, in both languages, and where its value is from', async () => {
    const [en, fr] = [await read(), await read('/fr/admin/api/settings')]
    assert.deepEqual(
      ['siteName', 'weekStart', 'port', 'adminToken', 'adminPassword', 'bodyLimit'].map(name => {
        const {
          value,
          label,
          source,
          source_name,
          can_change,
          is_set,
          shown: presented,
        } = en.get(name)!
        return [name, value, label, source, source_name, can_change, is_set, presented]
      }),
      [
        ['siteName', '', 'Name of the calendar', 'default', 'siteName', true, false, ''],
        [
          'weekStart',
          'region',
          'First day of the week',
          'environment',
          'ALMANAC_WEEK_START',
          false,
          true,
          null,
        ],
        ['port', 0, null, 'default', 'port', false, true, null],
        ['adminToken', null, null, 'program', 'adminToken', false, true, null],
        ['adminPassword', null, null, 'default', 'adminPassword', false, false, null],
        ['bodyLimit', 1048576, null, 'default', 'bodyLimit', false, true, '1MiB'],
      ],
    )
    assert.equal(fr.get('siteName')?.label, 'Nom de l’agenda')
    assert.deepEqual(fr.get('robots')?.words, [
      { word: 'all', label: 'Ils peuvent lire les pages' },
      { word: 'none', label: 'Ils ne le peuvent pas' },
    ])
    assert.equal(JSON.stringify([...en]).includes('nobody-would-guess'), false)
  })

  test('are for administrators', async () => {
    const { authorization } = await service.bearer('administrator', { scope: 'admin' })
    for (const [as, status] of [
      [authorization, 200],
      ['administrator', 403],
      ['editor', 403],
      ['subscriber', 403],
      ['anonymous', 401],
    ] as const)
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { settings: {} }],
      ] as const) {
        const url = `${service.address}/admin/api/settings`
        const reply = await service.send(method, url, { as, ...(body && { body }) })
        // who is nobody has no page of ours either
        const refused = as === 'anonymous' && method === 'PATCH' ? 403 : status
        assert.equal(reply.status, refused, `${method} as ${as}`)
      }
  })

  test('are refused with every flaw named, and then none is stored', async () => {
    const { status, body } = await change({
      siteName: 'Fine',
      accentColor: 'red',
      perPage: 60,
      weekStart: 'sunday',
      port: 80,
      siteNmae: 'x',
      robots: ['all'],
    })
    assert.equal(status, 400)
    assert.deepEqual(body.data.params, {
      accentColor: '“Color” is not valid. Expected a color such as #1d5a86.',
      perPage: '“Records per page” is 60, more than “Maximum records per page”, which is 50.',
      weekStart:
        '“First day of the week” is set where the service is started (ALMANAC_WEEK_START), and cannot be changed here.',
      port: 'port is read when the service starts, and cannot be changed here.',
      siteNmae: 'There is no setting called siteNmae. Did you mean siteName?',
      robots: '“Search engines” is not valid. Expected one of all, none.',
    })
    assert.equal((await read()).get('siteName')?.value, '')
    assert.equal((await tab.send('PATCH', 'settings', { settings: [] })).status, 400)
  })

  test('are in effect at once, wherever a response was cached a moment before', async () => {
    const event = { title: 'Fair', start_date: '2030-05-01 20:00', end_date: '2030-05-01 22:00' }
    const sending = { as: 'editor', body: { ...event, cost: '12', status: 'publish' } }
    const { id } = (await service.send('POST', '/events', sending)).body
    const list = `/events?starts_after=2030-01-01`
    const seen = async () => ({
      page: /<title>([^<]*)/.exec(await page('/events/'))?.[1],
      feed: (await page('/events.atom')).includes('Nightly'),
      cost: (await service.send('GET', `/events/${id}`)).body.cost,
      listed: (await service.send('GET', list)).body.events[0].cost,
      session: (await tab.send('GET', 'session')).body.site.name,
      longest: /At most (\d+): a larger/.exec((await service.send('GET', '/doc')).text)?.[1],
    })
    for (let times = 0; times < 3; times++) await seen()
    const before = await seen()
    assert.equal(before.cost, '$12')
    assert.equal(
      (await change({ siteName: 'Nightly', currencyCode: 'EUR', maxPerPage: 20 })).status,
      200,
    )
    const after = await seen()
    assert.match(String(after.page), /Nightly/)
    assert.deepEqual(
      [after.feed, after.cost, after.listed, after.session],
      [true, '€12', '€12', 'Nightly'],
    )
    assert.notEqual(after.longest, before.longest)
    assert.equal(
      (await change({ siteName: null, currencyCode: null, maxPerPage: null })).status,
      200,
    )
    assert.deepEqual(await seen(), before)
  })

  test('leave the style sheet of the color before to pages that are open, in any process', async t => {
    const sheetOf = async () => /assets\/style-[^"]*\.css/.exec(await page('/events/'))?.[0] ?? ''
    const ask = (file: string) => service.send('GET', `${service.address}/${file}`)
    const earlier = await sheetOf()
    const before = await ask(earlier)
    assert.equal((await change({ accentColor: '#aa2200' })).status, 200)
    const now = await sheetOf()
    assert.notEqual(now, earlier)
    const response = await ask(earlier)
    assert.deepEqual([response.status, response.text], [200, before.text])
    assert.match(String(response.headers['cache-control']), /immutable/)
    assert.notEqual((await ask(now)).text, before.text)
    const other = await openService(service.settings, site)
    t.after(() => other.close())
    const elsewhere = await other.fetch(`${new URL(other.root).origin}/${earlier}`)
    assert.equal(await elsewhere.text(), before.text)
    // no other name leads to a sheet
    assert.equal((await ask(earlier.replace(/-\w+\.css/, '-AbCdEfGhIj.css'))).status, 404)
    assert.equal((await change({ accentColor: null })).status, 200)
    assert.equal(await sheetOf(), earlier)
  })

  test('cannot be overwritten unseen, and changes are in the activity', async () => {
    const { headers } = await tab.send('GET', 'settings')
    const tag = String(headers.etag)
    const first = await change({ robots: 'none' }, { 'If-Match': tag })
    assert.equal(first.status, 200)
    assert.notEqual(first.headers.etag, tag)
    assert.match(await page('/robots.txt'), /Disallow: \/$/m)
    const stale = await change({ robots: 'all' }, { 'If-Match': tag })
    assert.equal(stale.status, 412)
    assert.match(stale.body.message, /Another user has changed the settings/)
    // as of a record: a proxy that compresses makes a tag weak, and what is no tag names nothing
    for (const wrong of [`W/${tag}`, `W/${first.headers.etag}`, 'nonsense'])
      assert.equal((await change({ robots: 'all' }, { 'If-Match': wrong })).status, 412, wrong)
    const { activity } = (await tab.send('GET', 'activity?kind=setting&per_page=1')).body
    assert.deepEqual(
      activity.map(({ name, action, title }: Setting) => [name, action, title]),
      [['administrator', 'changed', 'Search engines']],
    )
    const several = `"another", ${first.headers.etag}`
    const again = await change({ robots: 'none' }, { 'If-Match': several })
    assert.equal(again.headers.etag, first.headers.etag)
  })

  test('are those of other processes on the same data too', async () => {
    const other = await openService(service.settings, site)
    try {
      const pageText = async () =>
        (await other.fetch(`${new URL(other.root).origin}/events/`)).text()
      for (let times = 0; times < 3; times++) await pageText()
      await change({ siteName: 'Elsewhere' })
      // the other process hears of it within moments
      while (!(await pageText()).includes('Elsewhere')) await setTimeout(20)
    } finally {
      await other.close()
    }
  })

  test('are also limits and lists, which hold from the next request on', async () => {
    const origin = { Origin: 'https://a.example' }
    const allowed = async () =>
      (await service.send('GET', '/events', { headers: origin })).headers[
        'access-control-allow-origin'
      ]
    assert.equal(await allowed(), '*')
    assert.equal(
      (await change({ corsOrigins: 'https://b.example, https://c.example' })).status,
      200,
    )
    assert.equal(await allowed(), undefined)
    assert.deepEqual((await read()).get('corsOrigins')?.value, [
      'https://b.example',
      'https://c.example',
    ])
    assert.equal((await change({ corsOrigins: ['*'], rateLimit: 1000 })).status, 200)
    assert.equal(await allowed(), '*')
    const { headers } = await service.send('GET', '/events')
    assert.equal(headers['ratelimit-limit'], '1000')
    assert.equal((await change({ corsOrigins: null, rateLimit: null })).status, 200)
    assert.equal((await service.send('GET', '/events')).headers['ratelimit-limit'], undefined)
  })
})

describe('secrets in the browser', () => {
  test('are stored sealed, and are never returned', async t => {
    const alone = await change({ oidcIssuer: 'https://accounts.example.org' })
    assert.deepEqual(Object.keys(alone.body.data.params), ['oidcClientId'])
    const provider = { oidcIssuer: 'https://accounts.example.org', oidcClientId: 'almanac' }
    assert.equal((await change({ ...provider, oidcClientSecret: 'guarded-word' })).status, 200)
    assert.equal((await tab.send('GET', 'session')).body.site.provider, 'accounts.example.org')
    const { is_set, value, source } = (await read()).get('oidcClientSecret')!
    assert.deepEqual([is_set, value, source], [true, null, 'stored'])
    assert.ok(!JSON.stringify((await tab.send('GET', 'activity')).body).includes('guarded-word'))
    const other = await openService(service.settings, site)
    t.after(() => other.close())
    const stored = (await other.store.note('site')) ?? ''
    assert.ok(!stored.includes('guarded-word'))
    assert.match(stored, /"oidcClientSecret":\{"sealed"/)
    assert.equal(other.service.provider?.name, 'accounts.example.org')
    const removed = { oidcIssuer: null, oidcClientId: null, oidcClientSecret: null }
    assert.equal((await change(removed)).status, 200)
    assert.equal((await tab.send('GET', 'session')).body.site.provider, '')
  })

  test('an issuer that was set in the browser is not called at a private address', async t => {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(String(request.url))
      response.writeHead(404).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const set = { oidcIssuer: `http://127.0.0.1:${port}`, oidcClientId: 'almanac' }
    assert.equal((await change(set)).status, 200)
    const tried = await tab.send('POST', 'settings/provider-test', {})
    assert.deepEqual(tried.body, { works: false, reason: 'fetchAllow' })
    assert.deepEqual(requests, [])
    assert.equal((await change({ oidcIssuer: null, oidcClientId: null })).status, 200)
  })

  test('a test of mail or provider is for administrators, and says what is missing', async () => {
    for (const path of ['settings/mail-test', 'settings/provider-test']) {
      const url = `${service.address}/admin/api/${path}`
      const { authorization } = await service.bearer('editor', { scope: 'write' })
      const body = { to: 'ada@example.org' }
      assert.equal((await service.send('POST', url, { as: authorization, body })).status, 403)
    }
    const to = { to: 'ada@example.org' }
    const missing = (reason: string) => ({ works: false, reason })
    assert.deepEqual((await tab.send('POST', 'settings/mail-test', to)).body, missing('mailFrom'))
    assert.deepEqual(
      (await tab.send('POST', 'settings/provider-test', {})).body,
      missing('oidcIssuer'),
    )
  })
})
