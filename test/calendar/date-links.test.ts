import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageFile } from '../support/openapi-body.ts'
import {
  type Body,
  change,
  edit,
  read,
  refused,
  send,
  service,
  useService,
} from '../support/scenario.ts'
import { series } from '../support/series.ts'

useService()

/** A weekly series, one date of which differs; gives the IDs of both. */
async function seriesWith(own: object): Promise<{ id: number; date: number }> {
  const { id, ids } = await series()
  const date = ids[1] ?? 0
  await change(date, own)
  return { id, date }
}

const kinds = [
  { kind: 'venue', path: 'venues', field: 'venue', name: 'venue' },
  { kind: 'organizer', path: 'organizers', field: 'organizer', name: 'organizer' },
  { kind: 'category', path: 'categories', field: 'categories', name: 'name' },
  { kind: 'tag', path: 'tags', field: 'tags', name: 'name' },
] as const
type Kind = (typeof kinds)[number]

const make = async ({ path, name }: Kind, title: string): Promise<number> =>
  (await edit('POST', `/${path}`, { [name]: title })).id

/** The records of a kind that an event has. */
async function linked({ field }: Kind, event: number): Promise<number[]> {
  const { [field]: has } = await read(`/events/${event}`)
  return [has].flat().map(({ id }) => id)
}

test('a merge takes the dates along that alone have a record, and lists find them', async () => {
  for (const kind of kinds) {
    const [into, from] = [await make(kind, 'Hall'), await make(kind, 'The Hall')]
    const { id, date } = await seriesWith({ [kind.field]: [from] })
    const merged = await send('POST', `${service.address}/admin/api/merge`, {
      as: 'editor',
      body: { kind: kind.kind, into, from: [from] },
    })
    assert.equal(merged.status, 200, merged.text)
    assert.deepEqual([kind.kind, merged.body.changed], [kind.kind, 1])
    assert.deepEqual(await linked(kind, date), [into])
    assert.deepEqual(await linked(kind, id), [])
    const query = { [kind.field]: String(into), start_date: '2030-01-01', end_date: '2031-01-01' }
    const { events } = await read('/events', query)
    assert.deepEqual(
      events.map((event: Body) => event.id),
      [date],
    )
  }
})

test('a record that goes leaves the dates that alone have it', async () => {
  for (const kind of kinds) {
    const [removed, stays] = [await make(kind, 'Barn'), await make(kind, 'Mill')]
    const { id, date } = await seriesWith({ [kind.field]: [removed, stays] })
    await edit('DELETE', `/${kind.path}/${removed}`)
    assert.deepEqual(await linked(kind, date), [stays], kind.kind)
    const [row] = (await service.rows(`SELECT patch FROM series_date WHERE id = ${date}`)) as Body[]
    assert.deepEqual(JSON.parse(row?.patch).links, { [kind.kind]: [stays] })
    assert.deepEqual(await linked(kind, id), [])
  }
})

test('an image of one date is in use, and is removed from it by force', async () => {
  const uploaded = await service.send('POST', '/images', {
    as: 'editor',
    headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'filename="choir.png"' },
    body: await imageFile(),
  })
  const image: number = uploaded.body.id
  const { id, date } = await seriesWith({ image })
  const uses = await send('GET', `${service.address}/admin/api/images/${image}/uses`, {
    as: 'editor',
  })
  assert.deepEqual(
    [uses.body.total, uses.body.uses.map((use: Body) => use.id)],
    [1, [id]],
    uses.text,
  )
  // anyone sees it while the date is public
  const isVisible = async () => {
    const { body } = await send('GET', '/images')
    assert.equal((await send('GET', `/images/${image}`)).status === 200, body.total === 1)
    return body.total === 1
  }
  assert.equal(await isVisible(), true)
  for (const hidden of [{ status: 'draft' }, { password: 'open' }]) {
    await change(date, hidden)
    assert.equal(await isVisible(), false)
    await change(date, { status: 'publish', password: '' })
  }
  assert.equal(await isVisible(), true)
  await edit('DELETE', `/events/${id}`)
  assert.equal(await isVisible(), false)
  await change(id, { status: 'publish' })
  assert.deepEqual(await refused('DELETE', `/images/${image}`), [409, 'rest_image_in_use'])
  assert.equal((await read(`/events/${date}`)).image.id, image)
  await edit('DELETE', `/images/${image}?force=true`)
  assert.equal((await read(`/events/${date}`)).image, false)
  const [row] = (await service.rows(`SELECT patch FROM series_date WHERE id = ${date}`)) as Body[]
  assert.equal(JSON.parse(row?.patch).facts.image, null)
})
