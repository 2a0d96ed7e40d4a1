import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Service } from '../support/service.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

// On PostgreSQL too: the journal is filtered by what its JSON says.

type Line = { action: string; kind: string; title: string | null; name: string | null }

let service: Service
const tabs: Tab[] = []
async function signedIn(login: string): Promise<Tab> {
  const tab = openTab(service)
  tabs.push(tab)
  assert.equal((await tab.signIn(login)).status, 200)
  return tab
}
const linesOf = ({ activity }: { activity: Line[] }) =>
  activity.map(({ name, action, kind, title }) => [name, action, kind, title].join(' '))

const event = { title: 'Concert', start_date: '2030-05-01 20:00', end_date: '2030-05-01 22:00' }

before(async () => {
  const given = new Set(['timezone'] as const)
  service = await startWithPasswords({}, { given, sources: {}, replaces: true })
  const sending = { as: 'contributor', body: { ...event, status: 'pending' } }
  const { id } = (await service.send('POST', '/events', sending)).body
  const change = (body: object) => service.send('PATCH', `/events/${id}`, { as: 'editor', body })
  await change({ status: 'publish' })
  await change({ title: 'Grand concert' })
  await service.send('DELETE', `/events/${id}`, { as: 'editor' })
  await change({ status: 'draft' })
  await service.send('POST', '/venues', { as: 'author', body: { venue: 'Odeon' } })
})
after(async () => {
  for (const tab of tabs) tab.close()
  await service.close()
})

describe('activity', () => {
  test('shows editors the changes of every record and their users, newest first', async () => {
    const tab = await signedIn('editor')
    assert.deepEqual(linesOf((await tab.send('GET', 'activity')).body), [
      'author created venue Odeon',
      'editor restored event Grand concert',
      'editor trashed event Grand concert',
      'editor changed event Grand concert',
      'editor published event Grand concert',
      'contributor created event Grand concert',
    ])
  })

  test('filters by user and by type, and pages to its end', async () => {
    const tab = await signedIn('editor')
    const venues = await tab.send('GET', 'activity?kind=venue')
    assert.deepEqual(linesOf(venues.body), ['author created venue Odeon'])
    const own = await tab.send('GET', `activity?user=${service.users.contributor}`)
    assert.deepEqual(linesOf(own.body), ['contributor created event Grand concert'])
    const pages: string[] = []
    for (let path = 'activity?per_page=2'; path; ) {
      const { body } = await tab.send('GET', path)
      pages.push(...linesOf(body))
      path = body.next ? `activity?per_page=2&before=${body.next}` : ''
      assert.ok(pages.length < 20)
    }
    assert.deepEqual(pages, linesOf((await tab.send('GET', 'activity')).body))
    assert.equal((await tab.send('GET', 'activity?kind=session')).status, 400)
    assert.equal((await tab.send('GET', 'activity?before=x')).status, 400)
  })

  test('shows changes of accounts to administrators only, without names of deleted records', async () => {
    const tab = await signedIn('administrator')
    const { user } = (await tab.send('POST', 'users', { login: 'eve', role: 'author' })).body
    await tab.send('DELETE', `users/${user.id}`)
    const { body } = await tab.send('GET', 'activity?kind=user&per_page=2')
    assert.deepEqual(linesOf(body), ['administrator deleted user ', 'administrator created user '])
    const editor = await signedIn('editor')
    for (const kind of ['user', 'credential'])
      assert.deepEqual(linesOf((await editor.send('GET', `activity?kind=${kind}`)).body), [])
  })

  test('names settings as the screens do, in either language', async () => {
    const tab = await signedIn('administrator')
    const settings = { submissions: 5, siteName: 'Fairs' }
    assert.equal((await tab.send('PATCH', 'settings', { settings })).status, 200)
    const titles = async (path: string) => (await tab.send('GET', path)).body.activity[0].title
    const [en, fr] = [await titles('activity'), await titles('/fr/admin/api/activity')]
    assert.match(en, /Name of the calendar/)
    assert.match(fr, /Nom de l’agenda/)
    for (const title of [en, fr]) assert.doesNotMatch(title, /submissions|siteName/)
  })

  test('is refused to users who do not see the records of others', async () => {
    for (const role of ['author', 'contributor', 'subscriber']) {
      const reply = await (await signedIn(role)).send('GET', 'activity')
      assert.deepEqual([reply.status, reply.body.code], [403, 'rest_forbidden'], role)
      // editors may read it too
      assert.doesNotMatch(reply.body.message, /administrators/i, role)
    }
    const nobody = openTab(service)
    tabs.push(nobody)
    assert.equal((await nobody.send('GET', 'activity')).status, 401)
  })
})
