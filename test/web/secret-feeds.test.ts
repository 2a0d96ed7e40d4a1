import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withoutSecrets } from '../../src/outside/log.ts'
import { feedExtensions } from '../../src/web/shell/feed-extensions.ts'
import { type Role, roles, type Service, startService } from '../support/service.ts'

const dates = { start_date: '2027-03-06 20:00:00', end_date: '2027-03-06 22:00:00' }
const statuses = ['publish', 'draft', 'pending', 'private', 'trash'] as const

/** A token for the feeds of an account. */
const tokenFor = async (site: Service, login: string) =>
  site.accounts.issue({ login, form: 'feed', name: 'phone' })

describe('feeds with a secret of their own', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock: '2027-03-01T10:00:00Z', private: true, attemptLimit: 10 })
    for (const as of ['editor', 'author'] as const)
      for (const status of statuses)
        await site.send('POST', '/events', {
          as,
          body: { title: `${as}: ${status}`, status, ...dates },
        })
  })
  after(() => site.close())

  const get = (path: string, headers: Record<string, string> = {}) =>
    site.send('GET', site.address + path, { headers })
  const titlesIn = (text: string) => [...new Set(text.match(/(?:editor|author): \w+/g))].sort()

  test('each shows what the list of the API shows its account, in every format', async () => {
    for (const role of roles) {
      const { secret } = await tokenFor(site, role)
      const api = await site.send('GET', '/events', { as: role, query: { per_page: 50 } })
      for (const extension of feedExtensions) {
        const feed = await get(`/events.${extension}?token=${secret}`)
        assert.equal(feed.status, 200)
        assert.deepEqual(titlesIn(feed.text), titlesIn(api.text), `${role} ${extension}`)
      }
    }
  })

  test('without one a private calendar has no feed', async () => {
    for (const path of [
      '/events.ics',
      '/events/feed/',
      '/event/editor-publish.ics',
      '/events/?ical=1',
    ]) {
      const { status, text } = await get(path)
      assert.equal(status, 401, path)
      assert.deepEqual(titlesIn(text), [])
    }
  })

  test('one event is read by it too, as far as its account may', async () => {
    const statusOf = async (role: Role, slug: string) =>
      (await get(`/event/${slug}.ics?token=${(await tokenFor(site, role)).secret}`)).status
    assert.equal(await statusOf('subscriber', 'editor-publish'), 200)
    assert.equal(await statusOf('subscriber', 'editor-private'), 404)
    assert.equal(await statusOf('editor', 'author-private'), 200)
  })

  test('it is kept by no shared cache and no cache of ours, and not sent again unchanged', async () => {
    const { secret, credential } = await tokenFor(site, 'editor')
    const path = `/events.ics?token=${secret}`
    for (let n = 0; n < 3; n++) {
      const { headers } = await get(path)
      assert.equal(headers['cache-control'], 'private, no-cache')
      const again = await get(path, { 'If-None-Match': String(headers.etag) })
      assert.deepEqual([again.status, again.text], [304, ''])
      assert.match(String(again.headers['cache-control']), /private/)
    }
    await site.accounts.revoke(credential.id)
    assert.equal((await get(path)).status, 401)
  })

  test('the secret is in no feed, in no log, and in the database as a hash only', async () => {
    const { secret } = await tokenFor(site, 'editor')
    for (const extension of feedExtensions) {
      const { text } = await get(`/events.${extension}?token=${secret}&status=draft`)
      assert.ok(!text.includes(secret), extension)
      assert.ok(!/token/.test(text), extension)
    }
    assert.ok(!withoutSecrets(`/events.ics?token=${secret}`).includes(secret))
    const rows = JSON.stringify(await site.rows('SELECT * FROM credential'))
    assert.ok(!rows.includes(secret))
  })

  test('it opens nothing but feeds, and what opens the API opens no feed', async () => {
    const { secret } = await tokenFor(site, 'administrator')
    const api = await site.send('GET', '/events', { as: `Bearer ${secret}` })
    assert.deepEqual([api.status, api.body.code], [401, 'invalid_token'])
    const { authorization } = await site.bearer('editor', {})
    const feed = await get(`/events.ics?token=${authorization.replace('Bearer ', '')}`)
    assert.deepEqual([feed.status, feed.body.code], [401, 'invalid_token'])
  })

  test('it only reads, ends when it is revoked, and with its account', async () => {
    await assert.rejects(
      site.accounts.issue({ login: 'editor', form: 'feed', name: 'x', scope: 'write' }),
    )
    const { secret, credential } = await tokenFor(site, 'editor')
    assert.equal(credential.scope, 'read')
    assert.equal((await get(`/events.ics?token=${secret}`)).status, 200)
    await site.accounts.revoke(credential.id)
    assert.equal((await get(`/events.ics?token=${secret}`)).status, 401)
    await site.enrol('leaver', 'author')
    const other = await tokenFor(site, 'leaver')
    await site.accounts.remove('leaver')
    assert.equal((await get(`/events.ics?token=${other.secret}`)).status, 401)
  })

  test('wrong tokens are counted, and the right one still opens the feed', async () => {
    const { secret } = await tokenFor(site, 'editor')
    const statuses = new Set<number>()
    for (let n = 0; n < 15; n++) statuses.add((await get(`/events.ics?token=alm_wrong${n}`)).status)
    assert.ok(statuses.has(429))
    assert.equal((await get(`/events.ics?token=${secret}`)).status, 200)
    for (const empty of ['', '%00'])
      assert.ok([401, 429].includes((await get(`/events.ics?token=${empty}`)).status))
  })
})
