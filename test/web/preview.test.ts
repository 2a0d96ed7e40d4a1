import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTab, startWithPasswords, type Tab } from '../accounts/browser-like.ts'
import type { Service } from '../support/service.ts'

let service: Service
const tabs: Partial<Record<string, Tab>> = {}
const ids: Record<string, number> = {}

before(async () => {
  service = await startWithPasswords()
  for (const login of ['editor', 'author', 'contributor', 'subscriber']) {
    const tab = openTab(service)
    await tab.signIn(login)
    tabs[login] = tab
  }
  const make = async (path: string, body: object) =>
    Number((await service.send('POST', path, { as: 'author', body })).body.id)
  const event = { start_date: '2030-05-01 20:00', end_date: '2030-05-01 22:00', status: 'draft' }
  const texts = { title: 'Hidden tango', translations: { fr: { title: 'Tango caché' } } }
  ids.event = await make('/events', { ...event, ...texts, description: 'Sealed words' })
  ids.secret = await make('/events', { ...event, ...texts, status: 'publish', password: 'sesame' })
  ids.venue = await make('/venues', { venue: 'Hidden hall', status: 'draft' })
  ids.organizer = await make('/organizers', { organizer: 'Hidden band', status: 'draft' })
})
after(async () => {
  for (const tab of Object.values(tabs)) tab?.close()
  await service.close()
})

const pageIn = (tab: Tab | undefined, path: string, headers: Record<string, string> = {}) => {
  assert.ok(tab)
  // as a browser asks for a page that is opened by a link
  const sentHeaders = { Accept: 'text/html', 'X-Almanac-Session': '', ...headers }
  return tab.send('GET', path, undefined, sentHeaders)
}

describe('the preview of an unpublished record', () => {
  test('names no other event that is not published', async () => {
    const make = (title: string, day: string, status: string) =>
      service.send('POST', '/events', {
        as: 'author',
        body: { title, start_date: `${day} 20:00`, end_date: `${day} 22:00`, status },
      })
    await make('Public waltz', '2030-04-20', 'publish')
    await make('Sealed waltz', '2030-04-30', 'draft')
    await make('Sealed polka', '2030-05-02', 'private')
    for (const login of ['editor', 'author']) {
      const { text } = await pageIn(tabs[login], `/admin/preview/event/${ids.event}/`)
      assert.match(text, /Public waltz/)
      assert.doesNotMatch(text, /Sealed (?:waltz|polka)/)
    }
  })

  test('is the public page of each kind, in both languages, for who may read the record', async () => {
    for (const [path, messages] of [
      [`/admin/preview/event/${ids.event}/`, 'Hidden tango'],
      [`/fr/admin/preview/event/${ids.event}/`, 'Tango caché'],
      [`/admin/preview/venue/${ids.venue}/`, 'Hidden hall'],
      [`/admin/preview/organizer/${ids.organizer}/`, 'Hidden band'],
      [`/admin/preview/event/${ids.secret}/`, 'Hidden tango'],
    ] as const)
      for (const login of ['editor', 'author']) {
        const { status, text, headers } = await pageIn(tabs[login], path)
        assert.equal(status, 200, `${path} ${login}`)
        assert.ok(text.includes(`>${messages}<`), path)
        assert.equal(headers['cache-control'], 'private, no-store')
        assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
        assert.equal(headers.etag, undefined)
      }
  })

  test('is nothing to anybody else, and nothing of it stays', async () => {
    const path = `/admin/preview/event/${ids.event}/`
    await pageIn(tabs.editor, path)
    const nobody = openTab(service)
    const requests = [
      pageIn(nobody, path),
      pageIn(tabs.subscriber, path),
      pageIn(tabs.contributor, path),
      // a link in another site, a frame or a script of it
      pageIn(tabs.editor, path, { 'Sec-Fetch-Site': 'cross-site' }),
      service.send('GET', service.address + path, {
        as: 'editor',
        headers: { Accept: 'text/html' },
      }),
    ]
    for (const { status, text } of await Promise.all(requests)) {
      assert.ok([401, 403, 404].includes(status), String(status))
      assert.ok(!/tango|Sealed words/i.test(text))
    }
    nobody.close()
  })

  test('of a missing record is 404', async () => {
    for (const path of ['event/99999', 'venue/99999', `event/${ids.venue}`, 'tag/1', 'event/x'])
      assert.ok((await pageIn(tabs.editor, `/admin/preview/${path}/`)).status !== 500, path)
    assert.equal((await pageIn(tabs.editor, '/admin/preview/event/99999/')).status, 404)
  })
})
