import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forms } from '../../src/admin/forms/model.ts'
import { roles, type Service } from '../support/service.ts'
import { openTab, startWithPasswords } from './browser-like.ts'

let service: Service
before(async () => {
  service = await startWithPasswords()
})
after(() => service.close())

test('a session may not write what the screens of its role do not offer', async () => {
  const named = (kind: string, title: string) => ({
    [forms[kind]?.titled ?? 'title']: title,
    ...(kind === 'event' && { start_date: '2041-05-10', end_date: '2041-05-11' }),
  })
  for (const role of roles) {
    const tab = openTab(service)
    const { body } = await tab.signIn(role)
    for (const kind of ['event', 'venue', 'organizer', 'category', 'tag']) {
      const may = body.may[kind]
      const path = `/${forms[kind]?.path}`
      const at = new URL(service.root.plain + path).pathname
      const theirs = await service.send('POST', path, {
        as: 'administrator',
        body: named(kind, `Theirs ${role}`),
      })
      const isAllowed = async (method: string, to: string, sent?: object) =>
        (await tab.send(method, to, sent)).status < 300
      const isOfEvents = kind === 'event'
      // a title is a text: `test/access/translators.test.ts` has what else is refused
      const mayChange =
        (may.change_published ?? may.change) === 'all' || (may.translate && !isOfEvents)
      const mayRemove = (may.remove_published ?? may.remove) === 'all'
      const one = `${at}/${theirs.body.id}`
      assert.deepEqual(
        {
          create: await isAllowed('POST', at, named(kind, `By ${role}`)),
          change: await isAllowed('PATCH', one, named(kind, `Theirs, by ${role}`)),
          remove: await isAllowed('DELETE', one),
        },
        { create: may.create, change: mayChange, remove: mayRemove },
        `${role} ${kind}`,
      )
    }
    tab.close()
  }
})

test('no page of the screens is framed, whatever its address says', async () => {
  for (const path of ['/admin', '/admin/', '/fr/admin/', '/admin/events/1', '/admin/no/where']) {
    const { headers } = await service.send('GET', service.address + path)
    if (headers.location) continue
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /frame-ancestors 'none'/, path)
    assert.match(policy, /script-src 'self';/, path)
    assert.doesNotMatch(policy, /unsafe/, path)
    assert.equal(headers['x-content-type-options'], 'nosniff', path)
    assert.match(String(headers['cache-control']), /no-store|private/, path)
  }
})
