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

/** The errors of a request in which these parameters have the same wrong value. */
async function fieldErrorsOf(
  { method, path, inBody }: Place,
  root: string,
  names: readonly string[],
  sent: unknown,
): Promise<Record<string, string>> {
  const more = names.includes('ml_fallback') ? {} : wrong
  const values: Record<string, unknown> = {
    ...(inBody && given),
    ...more,
    ...Object.fromEntries(names.map(name => [name, sent])),
  }
  const { body } = await service.send(method, root + path, {
    as: 'editor',
    ...(inBody ? { body: values } : { query: queryOf(values) }),
  })
  return body?.data?.params ?? {}
}

/** Longer than most texts may be; only a few take more. */
const lengthy = 'x'.repeat(20_001)

/** Parameters that a request can have together; those that change the request itself stand alone, and so do long values. */
function groupsOf({ names, inBody }: Place, mistake: unknown): string[][] {
  const short = names.filter(name => !inBody || name !== 'description')
  if (mistake === long || (!inBody && mistake === lengthy) || Object(mistake).length > 99)
    return short.map(name => [name])
  const isAlone = (name: string) => /^(?:_|ml_)/.test(name)
  return [short.filter(name => !isAlone(name)), ...short.filter(isAlone).map(name => [name])]
}

const english = /\b(?:is|not|are|expected|the|such as|with|has|must|at most|and)\b/i

for (const place of places)
  test(`every mistake is explained in both languages: ${place.method} ${place.path}`, async () => {
    const refused = new Set<string>(takesAnything)
    const tooLong = new Set<string>()
    const areExplained = async (names: readonly string[], mistake: unknown) => {
      const en = await fieldErrorsOf(place, service.root.en, names, mistake)
      if (!names.some(name => en[name] !== undefined)) return
      if (mistake === lengthy) for (const name of names) if (en[name]) tooLong.add(name)
      const fr = await fieldErrorsOf(place, service.root.fr, names, mistake)
      for (const name of names) {
        if (en[name] === undefined && fr[name] === undefined) continue
        refused.add(name)
        isExplained(name, `${name}: ${String(JSON.stringify(mistake)).slice(0, 80)}`, en, fr)
      }
    }
    for (const mistake of [lengthy, ...mistakes])
      for (const names of groupsOf(place, mistake))
        if (mistake !== long || !names.every(name => tooLong.has(name)))
          await areExplained(names, mistake)
    if (place.inBody && place.names.includes('description'))
      for (const mistake of [5, long]) await areExplained(['description'], mistake)
    assert.deepEqual(
      place.names.filter(name => !refused.has(name)),
      [],
      'they refuse nothing',
    )
  })

type Explained = Record<string, string>

function isExplained(
  name: string,
  what: string,
  { [name]: en = '' }: Explained,
  { [name]: fr = '' }: Explained,
) {
  assert.ok(en !== '' && fr !== '' && fr !== en, `${what}: ${en} ${fr}`)
  for (const each of [en, fr]) {
    assert.ok(each.includes(name), `${what}: ${each}`)
    assert.ok(!/^(?:Invalid parameter|Paramètre non valide)/.test(each), `${what}: ${each}`)
    assert.ok(!/[{}]\w/.test(each.replaceAll('{"fr"', '')), `${what}: ${each}`)
  }
  assert.doesNotMatch(fr.replaceAll(name, ''), english, what)
  assert.doesNotMatch(en, /Attendu|n’est/, what)
}

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
