import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const when = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' }
const drafts: Record<string, object> = {
  events: { title: 'Event', ...when },
  venues: { venue: 'Venue' },
  organizers: { organizer: 'Organizer' },
}
const unknown = 4711

describe('A8 the authors in whose name a user may write', () => {
  for (const as of ['author', 'contributor'] as const)
    test(`${as}: writes in their own name only, and does not learn which users exist`, async () => {
      const own = service.users[as]
      const send = async (method: string, path: string, body: object) => {
        const { status, body: response } = await service.send(method, path, { as, body })
        return { status, response }
      }
      for (const [path, draft] of Object.entries(drafts)) {
        const refused = []
        for (const author of [service.users.administrator, unknown])
          refused.push(await send('POST', `/${path}`, { ...draft, author }))
        assert.deepEqual(refused[0], refused[1], 'one answer, whether the user exists or not')
        assert.deepEqual(
          [refused[0]?.status, refused[0]?.response.code],
          [403, 'rest_cannot_edit_others'],
        )
        const mine = await send('POST', `/${path}`, { ...draft, author: own, status: 'draft' })
        assert.deepEqual([mine.status, mine.response.author], [201, String(own)])
        for (const author of [service.users.administrator, unknown]) {
          const changed = await send('PATCH', `/${path}/${mine.response.id}`, { author })
          assert.deepEqual(
            [changed.status, changed.response.code],
            [403, 'rest_cannot_edit_others'],
          )
        }
        const same = await send('PATCH', `/${path}/${mine.response.id}`, { author: own })
        assert.deepEqual([same.status, same.response.author], [200, String(own)])
      }
      for (const embedded of [
        { venue: { venue: 'Borrowed', author: service.users.administrator } },
        { venue: [{ venue: 'Borrowed', author: unknown }] },
        { organizer: [{ organizer: 'Borrowed', author: service.users.administrator }] },
      ]) {
        const { status, response } = await send('POST', '/events', {
          ...drafts.events,
          ...embedded,
        })
        assert.deepEqual([status, response.code], [403, 'rest_cannot_edit_others'])
      }
      assert.equal(
        (await service.rows('SELECT id FROM venue WHERE venue_en = ?', 'Borrowed')).length,
        0,
      )
    })

  test('editors and administrators write in any user’s name, and get an error for unknown users', async () => {
    for (const as of ['editor', 'administrator'])
      for (const [path, draft] of Object.entries(drafts)) {
        const author = service.users.author
        const { status, body } = await service.send('POST', `/${path}`, {
          as,
          body: { ...draft, author },
        })
        assert.deepEqual([status, body.author], [201, String(author)])
        const wrong = await service.send('POST', `/${path}`, {
          as,
          body: { ...draft, author: unknown },
        })
        assert.deepEqual([wrong.status, Object.keys(wrong.body.data.params)], [400, ['author']])
      }
  })

  test('the refusal is a sentence in the language of the request', async () => {
    const { body } = await service.send('POST', `${service.root.fr}/venues`, {
      as: 'author',
      body: { venue: 'v', author: 1 },
    })
    assert.match(body.message, /^Seuls les éditeurs .* votre propre ID, \d+\.$/)
  })
})

test('M12 null for author and slug has the same effect as not sending them', async () => {
  const nothing = { author: null, slug: null }
  for (const [path, draft] of Object.entries(drafts)) {
    const created = await service.send('POST', `/${path}`, {
      as: 'author',
      body: { ...draft, ...nothing },
    })
    assert.equal(created.status, 201, created.text)
    assert.equal(created.body.author, String(service.users.author))
    const changed = await service.send('PATCH', `/${path}/${created.body.id}`, {
      as: 'editor',
      body: nothing,
    })
    assert.deepEqual(
      [changed.status, changed.body.author, changed.body.slug],
      [200, created.body.author, created.body.slug],
    )
  }
  for (const path of ['categories', 'tags']) {
    const created = await service.send('POST', `/${path}`, {
      as: 'editor',
      body: { name: 'Null and void', slug: null },
    })
    assert.deepEqual([created.status, created.body.slug], [201, 'null-and-void'])
    const changed = await service.send('PATCH', `/${path}/${created.body.id}`, {
      as: 'editor',
      body: { slug: null, translations: { fr: { name: 'Nul', slug: null } } },
    })
    assert.deepEqual([changed.status, changed.body.slug], [200, 'null-and-void'], changed.text)
  }
})
