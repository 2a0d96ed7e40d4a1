import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  fair,
  given,
  long,
  mistakes,
  type Place,
  places,
  queryOf,
  wrong,
} from '../support/mistakes.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

/** Fields that take whatever is sent, and what the calendar alone makes. */
const takesAnything = new Set(['show_map', 'show_map_link', 'has_events', 'only_with_upcoming'])

type ErrorBody = { params?: Record<string, string> }
async function fieldErrorsOf(
  { method, path, inBody }: Place,
  root: string,
  name: string,
  sent: unknown,
) {
  const more = name === 'ml_fallback' || name === 'author' ? {} : wrong
  const values: Record<string, unknown> = { ...(inBody && given), ...more, [name]: sent }
  const { body } = await service.send(method, root + path, {
    as: 'editor',
    ...(inBody ? { body: values } : { query: queryOf(values) }),
  })
  return ((body?.data ?? {}) as ErrorBody).params?.[name]
}

const english = /\b(?:is|not|are|expected|the|such as|with|has|must|at most|and)\b/i

for (const place of places)
  test(`every mistake is explained in both languages: ${place.method} ${place.path}`, async () => {
    for (const name of place.names) {
      let refused = 0
      for (const mistake of place.inBody && name === 'description' ? [5, long] : mistakes) {
        const what = `${name}: ${String(JSON.stringify(mistake)).slice(0, 80)}`
        const en = await fieldErrorsOf(place, service.root.en, name, mistake)
        if (en === undefined) continue
        refused += 1
        const fr = await fieldErrorsOf(place, service.root.fr, name, mistake)
        assert.ok(fr !== undefined && fr !== en, `${what}: ${en} ${fr}`)
        for (const each of [en, fr]) {
          assert.ok(each.includes(name), `${what}: ${each}`)
          assert.ok(!/^(?:Invalid parameter|Paramètre non valide)/.test(each), `${what}: ${each}`)
          assert.ok(!/[{}]\w/.test(each.replaceAll('{"fr"', '')), `${what}: ${each}`)
        }
        assert.doesNotMatch(fr.replaceAll(name, ''), english, what)
        assert.doesNotMatch(en, /Attendu|n’est/, what)
      }
      assert.ok(refused > 0 || takesAnything.has(name), `${name} refuses nothing`)
    }
  })

test('errors that only the calendar finds are explained too', async () => {
  const { send, root } = service
  const created = await send('POST', '/categories', { as: 'editor', body: { name: 'Concerts' } })
  const event = await send('POST', '/events', { as: 'editor', body: fair })
  const { id } = event.body
  const refusals: [string, string, object | undefined, string, RegExp, RegExp][] = [
    ['GET', '/venues/999999', undefined, 'id', /no venue has the ID 999999/, /aucun lieu/],
    [
      'GET',
      '/venues/by-slug/rien',
      undefined,
      'slug',
      /no venue has the slug “rien”/,
      /aucun lieu n’a le slug/,
    ],
    ['GET', '/doc?version=2', undefined, 'version', /one of: 3\.1, 3\.0/, /3\.1, 3\.0/],
    ['GET', '/events?categories=rien', undefined, 'categories', /“rien”/, /aucune catégorie/],
    ['PATCH', `/events/${id}`, { post_parent: id }, 'post_parent', /itself/, /lui-même/],
    [
      'PATCH',
      `/categories/${created.body.id}`,
      { parent: created.body.id },
      'parent',
      /itself/,
      /elle-même/,
    ],
    ['PATCH', `/events/${id}`, { translations: { de: {} } }, 'translations', /\.de/, /\.de/],
    ['POST', '/events', { ...fair, tags: [999_999] }, 'tags', /no tag/, /aucune étiquette/],
    ['POST', '/venues', { venue: '<b> </b>' }, 'venue', /whitespace/, /espaces/],
  ]
  for (const [method, path, body, name, en, fr] of refusals)
    for (const [base, pattern] of [
      [root.en, en],
      [root.fr, fr],
    ] as const) {
      const reply = await send(method, base + path, { as: 'editor', ...(body && { body }) })
      assert.equal(reply.body?.code, 'rest_invalid_param', `${path}: ${reply.text}`)
      assert.match(reply.body.data.params[name], pattern)
    }
  const anonymous = await send('GET', '/events?status=draft')
  assert.match(anonymous.body.data.params.status, /without authentication\. Expected publish/)
})

test('an id too long for a number is that of no event, and a wrong one of anything else', async () => {
  const long = '9'.repeat(30)
  for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
    const reply = await service.send(method, `/events/${long}`, {
      as: 'editor',
      ...(body && { body }),
    })
    assert.deepEqual([reply.status, reply.body.code], [404, 'rest-event-not-found'])
  }
  for (const path of ['/venues', '/organizers', '/categories', '/tags']) {
    const reply = await service.send('GET', `${path}/${long}`)
    assert.deepEqual([reply.status, reply.body.code], [400, 'rest_invalid_param'])
  }
})
