import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Actor } from '../../src/calendar/access/access.ts'
import type { Caller } from '../../src/calendar/base/context.ts'
import type { Role } from '../../src/define/account-messages.ts'
import type { Values } from '../../src/define/param.ts'
import type { Language } from '../../src/define/text/language.ts'
import { problemBody } from '../../src/http/api/problem-body.ts'
import { parseForm } from '../../src/http/request/parse.ts'
import { call } from '../../src/http/server/connections.ts'
import { Problem } from '../../src/problem/problem.ts'
import { openService } from '../../src/service.ts'
import { newPlace } from '../support/engine.ts'
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
import { settingsFor } from '../support/service.ts'

type Opened = Awaited<ReturnType<typeof openService>>
let opened: Opened
let service: Opened['service']
let calendar: Opened['service']['calendar']
let remove: () => Promise<void>
let editor: Who
let contributor: Who
let onlyFrench: Who
let reader: Who
before(async () => {
  const place = await newPlace('almanac-doors-')
  remove = place.remove
  opened = await openService(settingsFor(place.folder))
  service = opened.service
  calendar = service.calendar
  editor = await enrol('editor')
  contributor = await enrol('contributor')
  onlyFrench = await enrol('editor', { language: 'fr' })
  reader = await enrol('editor', { scope: 'read' })
})
after(async () => {
  await opened.close()
  await remove()
})

type Who = { caller: Caller; authorization?: string }

async function enrol(role: Role, of: { scope?: string; language?: Language } = {}): Promise<Who> {
  const login = `${role}${of.scope ?? ''}${of.language ?? ''}`
  await opened.accounts.add({ login, role })
  const { secret } = await opened.accounts.issue({ login, form: 'bearer', name: 'test', ...of })
  const entry = await service.authenticator.bearer(secret)
  assert.ok(typeof entry === 'object')
  return {
    caller: callerFor(entry.actor, of.language),
    authorization: `Bearer ${secret}`,
  }
}

const callerFor = (actor: Actor, onlyLanguage?: Language): Caller => ({
  actor,
  language: 'en',
  fallback: true,
  onlyLanguage,
})

const nobody: Who = {
  caller: callerFor({ id: 0, login: '', role: 'anonymous', scope: 'read' }),
}

/** The error body that someone is sent over HTTP; undefined where nothing was refused. */
async function overHttp(
  { authorization }: Who,
  language: Language,
  method: string,
  path: string,
  body?: Values,
): Promise<unknown> {
  const { pathname } = new URL(opened.root)
  const response = await call(service, {
    method,
    url: `/${language}${pathname}${path}`,
    headers: {
      ...(authorization && { authorization }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.status < 400 ? undefined : JSON.parse(String(response.body))
}

/** The refusal of the calendar, in the form of HTTP. */
async function refusalOf(work: Promise<unknown>, language: Language): Promise<unknown> {
  try {
    await work
    return undefined
  } catch (error) {
    assert.ok(error instanceof Problem, String(error))
    return JSON.parse(JSON.stringify(problemBody(error, language)))
  }
}

/** Sends the same by both doors, and gives what both refuse alike. */
async function byBothDoors(
  { kind, method, path, inBody }: Place,
  who: Who,
  language: Language,
  values: Values,
): Promise<unknown> {
  const caller = { ...who.caller, language }
  const search = new URLSearchParams(inBody ? {} : queryOf(values)).toString()
  const sent = inBody ? (JSON.parse(JSON.stringify(values)) as Values) : parseForm(search).values
  const http = await overHttp(
    who,
    language,
    method,
    search ? `${path}?${search}` : path,
    inBody ? values : undefined,
  )
  if (http === undefined) return undefined
  const work = !inBody
    ? calendar.list(kind, caller, sent)
    : kind === 'image'
      ? calendar.upload(caller, sent)
      : calendar.create(kind, caller, sent)
  assert.deepEqual(await refusalOf(work, language), http, `${path} ${JSON.stringify(values)}`)
  return http
}

// The parameters of lists and of records are alike in all of them: each mistake comes with each of these in some.
for (const [at, place] of places.entries())
  test(`the calendar refuses what HTTP refuses: ${place.method} ${place.path}`, async () => {
    let refused = 0
    for (const [n, name] of place.names.entries())
      for (const [turn, mistake] of mistakes.entries()) {
        if ((at + n + turn) % 3 > 0 || (mistake === long && name !== 'title')) continue
        const values = { ...(place.inBody && given), ...wrong, [name]: mistake }
        if (await byBothDoors(place, editor, refused % 2 ? 'fr' : 'en', values)) refused++
      }
    assert.ok(refused > 25, `${refused}`)
    if (place.inBody) await byBothDoors(place, editor, 'en', {})
  })

const events = places.find(({ kind, inBody }) => kind === 'event' && inBody) as Place
const tags = places.find(({ kind, inBody }) => kind === 'tag' && inBody) as Place
const lists = places.find(({ kind, inBody }) => kind === 'event' && !inBody) as Place

test('users who may not write get the same refusal, after the errors of what they send', async () => {
  const code = async (place: Place, who: Who, values: Values, language: Language = 'en') =>
    ((await byBothDoors(place, who, language, values)) as { code?: string } | undefined)?.code
  const french = { ...fair, translations: { fr: { title: 'Foire' } } }
  assert.equal(await code(events, nobody, fair), 'rest_forbidden')
  assert.equal(
    await code(events, nobody, { ...fair, start_date: 'nonsense' }),
    'rest_invalid_param',
  )
  assert.equal(await code(events, nobody, {}), 'rest_missing_callback_param')
  assert.equal(await code(events, reader, fair), 'rest_forbidden')
  assert.equal(await code(events, contributor, { ...fair, author: 1 }), 'rest_cannot_edit_others')
  const inside = { ...fair, venue: { venue: 'Hall', author: 1 } }
  assert.equal(await code(events, contributor, inside), 'rest_cannot_edit_others')
  assert.equal(await code(tags, editor, { name: 'x', parent: 1 }), 'rest_taxonomy_not_hierarchical')
  assert.equal(await code(events, onlyFrench, fair, 'en'), 'rest_forbidden')
  const english = { ...fair, translations: { en: { title: 'Fair' } } }
  assert.equal(await code(events, onlyFrench, english, 'fr'), 'rest_forbidden')
  const embedded = { ...fair, venue: { venue: 'Salle', translations: { en: { venue: 'Hall' } } } }
  assert.equal(await code(events, onlyFrench, embedded, 'fr'), 'rest_forbidden')
  assert.equal(await code(events, onlyFrench, french, 'fr'), undefined)
  assert.equal(await code(lists, nobody, { status: 'draft' }), 'rest_invalid_param')
})

test('a password in the query of a write is no field, and null says nothing of a new record', async () => {
  const sent = { ...fair, title: 'Opened', password: null, excerpt: null, venue: null }
  const { record } = await calendar.create('event', { ...editor.caller, password: 'sesame' }, sent)
  assert.equal(record.facts.password ?? null, null)
  const changed = await calendar.change(
    'event',
    { ...editor.caller, password: 'sesame' },
    { id: record.id },
    { title: 'Still open' },
  )
  assert.equal(changed.record.facts.password ?? null, null)
  assert.equal(changed.record.texts.en?.title, 'Still open')
})

test('writes to changed and removed records get the same refusal', async () => {
  const { caller } = editor
  const { record } = await calendar.create('event', caller, { ...fair, title: 'Changing' })
  const category = await calendar.create('category', caller, { name: 'Circle' })
  const changes: ['event' | 'venue' | 'category' | 'tag', number, Values][] = [
    ['event', record.id, { post_parent: record.id }],
    ['event', record.id, { end_date: '2001-01-01', title: 5, website: 'x' }],
    ['event', record.id, { translations: { en: null } }],
    ['event', record.id, { title: '<b> </b>' }],
    ['event', 999_999, {}],
    ['venue', 999_999, { phone: [], website: 'x' }],
    ['venue', record.id, {}],
    ['category', category.record.id, { parent: category.record.id }],
    ['category', category.record.id, { slug: '', name: null }],
    ['tag', 999_999, { parent: 3 }],
  ]
  const paths = { event: 'events', venue: 'venues', category: 'categories', tag: 'tags' }
  for (const who of [editor, contributor, nobody])
    for (const [kind, id, sent] of changes) {
      const path = `/${paths[kind]}/${id}`
      const http = await overHttp(who, 'en', 'PATCH', path, sent)
      assert.ok(http, path)
      const direct = await refusalOf(calendar.change(kind, who.caller, { id }, sent), 'en')
      assert.deepEqual(direct, http, `${path} ${JSON.stringify(sent)}`)
      if (id !== 999_999) continue
      assert.deepEqual(
        await refusalOf(calendar.remove(kind, who.caller, { id }), 'en'),
        await overHttp(who, 'en', 'DELETE', path),
      )
    }
  for (const kind of ['event', 'venue'] as const)
    assert.deepEqual(
      await refusalOf(calendar.change(kind, caller, { slug: 'nowhere' }, { status: 'x' }), 'en'),
      await overHttp(editor, 'en', 'PATCH', `/${paths[kind]}/by-slug/nowhere`, { status: 'x' }),
    )
})
