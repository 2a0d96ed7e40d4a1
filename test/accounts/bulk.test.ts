import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { listRuns } from '../../src/calendar/imports/runs.ts'
import { openService } from '../../src/service.ts'
import { type Reply, restart, type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const when = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }
const send = (method: string, path: string, body?: object, as = 'editor') =>
  service.send(method, path, { as, ...(body && { body }) })
const admin = (method: string, path: string, body?: object, as = 'editor'): Promise<Reply> =>
  send(method, `${service.address}/admin/api/${path}`, body, as)

async function make(count: number, body: object = {}, as = 'editor'): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < count; at++) {
    const reply = await send('POST', '/events', { title: `Event ${at}`, ...when, ...body }, as)
    assert.equal(reply.status, 201, reply.text)
    ids.push(reply.body.id)
  }
  return ids
}

async function begin(records: readonly number[], body: object, as = 'editor') {
  const reply = await admin('POST', 'bulk', { kind: 'event', records, ...body }, as)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

async function ended(id: number) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { body } = await admin('GET', `bulk/${id}`)
    if (!['running', 'undoing', 'interrupted'].includes(body.state)) return body
    await setTimeout(50)
  }
  return assert.fail('it does not end')
}

/** Stops the service and starts it again; the leader goes on with what was interrupted until it has ended, or is stopped too. */
async function continued(id: number, isStopped = false) {
  service = await restart(service)
  assert.equal((await admin('GET', `bulk/${id}`)).body.state, 'interrupted')
  const leader = await openService(service.settings)
  try {
    await leader.service.bulk.look()
    if (!isStopped) await ended(id)
  } finally {
    await leader.close()
  }
}

const stored = (ids: readonly number[]) => service.store.getMany('event', ids)
const days = async (ids: readonly number[]) =>
  new Set(
    (await stored(ids)).map(({ facts }) => new Date(Number(facts.starts) * 1000).getUTCDate()),
  )

test('the response comes after the first hundred, and the rest is done without the client', async () => {
  const records = await make(230)
  const begun = await begin(records, { move: 1440 })
  assert.equal(begun.state, 'running')
  assert.equal(begun.total, 230)
  const done = await ended(begun.id)
  assert.deepEqual([done.state, done.through, done.changed], ['done', 230, 230])
  assert.deepEqual(await days(records), new Set([2]))
  const undoing = (await admin('POST', `bulk/${begun.id}/undo`, {})).body
  assert.equal(undoing.state, 'undoing')
  const { state, undone } = await ended(begun.id)
  assert.deepEqual([state, undone.restored, undone.all_refused], ['undone', 230, 0])
  assert.deepEqual(await days(records), new Set([1]))
})

test('a stop of the service in the middle changes each record once, and so does the undo', async () => {
  const records = await make(330)
  const { id } = await begin(records, { move: 1440 })
  await continued(id, true)
  await continued(id)
  const done = (await admin('GET', `bulk/${id}`)).body
  assert.deepEqual([done.state, done.changed], ['done', 330])
  assert.deepEqual(await days(records), new Set([2]))
  await admin('POST', `bulk/${id}/undo`, {})
  await continued(id)
  const { state, undone } = (await admin('GET', `bulk/${id}`)).body
  assert.deepEqual([state, undone.restored, undone.all_refused], ['undone', 330, 0])
  assert.deepEqual(await days(records), new Set([1]))
})

test('a change whose process was killed is continued, without a record twice', async () => {
  const records = await make(12)
  const { id } = await begin(records, { move: 1440 })
  // as a process leaves it that was killed within its second piece: nothing but the notes of what it wrote
  await service.store.write(async tx => {
    const killed = { state: 'running', ended: null, report: null, seen: 1, attempts: 1 }
    await tx.update('import_run', id, killed)
  })
  assert.equal((await admin('GET', `bulk/${id}`)).body.state, 'interrupted')
  const other = await openService(service.settings)
  try {
    await other.service.bulk.look()
    assert.equal((await ended(id)).changed, 12)
  } finally {
    await other.close()
  }
  assert.deepEqual(await days(records), new Set([2]))
})

test('a merge whose process was killed is continued', async () => {
  const venues: number[] = []
  for (const venue of ['A', 'B', 'C', 'D'])
    venues.push((await send('POST', '/venues', { venue })).body.id)
  const [a, b, c, d] = venues
  const [event = 0] = await make(1, { venue: d })
  const merging = { kind: 'venue', into: a, from: [b] }
  const { id, into, can_be_undone } = (await admin('POST', 'merge', merging)).body
  assert.deepEqual([into, can_be_undone], [a, true])
  // as a process leaves another one that is killed at its beginning
  await service.store.write(async tx => {
    const run = await tx.get('import_run', id)
    const options = JSON.parse(String(run?.facts.options))
    Object.assign(options, { records: [d], merge: { into: c, fill: false } })
    const killed = { state: 'running', report: null, seen: 1, options: JSON.stringify(options) }
    await tx.update('import_run', id, killed)
  })
  const leader = await openService(service.settings)
  try {
    await leader.service.bulk.look()
    assert.equal((await ended(id)).changed, 1)
  } finally {
    await leader.close()
  }
  const [merged] = await stored([event])
  assert.deepEqual(merged?.links.venue, [c])
  const refused = await admin('POST', 'merge', { ...merging, into: 9_999_999 })
  assert.equal(refused.status, 400)
  const last = (await service.store.idsAfter('import_run', id, 10)).at(-1)
  assert.equal(last, undefined, 'nothing is left of a merge that is refused')
})

test('what an account began ends with the account, and others undo what it has written', async () => {
  await service.enrol('leaver', 'editor')
  const records = await make(3)
  const { id } = await begin(records, { move: 1440 }, 'leaver')
  const leaver = (await service.accounts.list()).find(({ login }) => login === 'leaver')
  await service.store.write(async tx => {
    await tx.update('import_run', id, { state: 'running', report: null, seen: 1 })
    await tx.update('user', leaver?.id ?? 0, { disabled: 1 })
  })
  const other = await openService(service.settings)
  try {
    await other.service.bulk.look()
  } finally {
    await other.close()
  }
  const failed = (await admin('GET', `bulk/${id}`)).body
  assert.equal(failed.state, 'failed')
  assert.match(failed.error, /account that began it/)
  assert.equal((await admin('POST', `bulk/${id}/undo`, {})).body.undone.restored, 3)
  assert.deepEqual(await days(records), new Set([1]))
})

test('a bulk change is shown to its user and to editors, and undone with the rights of who undoes it', async () => {
  const [own = 0] = await make(1, { title: 'Own' }, 'author')
  const { id } = await begin([own], { change: { cost: '3' } }, 'author')
  for (const as of ['contributor', 'subscriber'])
    for (const [method, path] of [
      ['GET', `bulk/${id}`],
      ['POST', `bulk/${id}/undo`],
    ] as const) {
      const reply = await admin(method, path, method === 'POST' ? {} : undefined, as)
      assert.equal(reply.body.code, 'bulk_not_found', `${as} ${method}`)
    }
  assert.equal((await admin('GET', `bulk/${id}`, undefined, 'anonymous')).status, 401)
  assert.equal((await admin('GET', `bulk/${id}`)).body.changed, 1)
  // the event is another's since: its author may not change it, nor read its title here
  await service.store.write(tx => tx.update('event', own, { author: service.users.editor }))
  await service.store.write(async tx => {
    const [note] = await tx.lookup('import_change', 'run', id)
    const version = (await tx.get('event', own))?.version ?? 0
    await tx.update('import_change', note ?? 0, { after: version })
  })
  const { undone } = (await admin('POST', `bulk/${id}/undo`, {}, 'author')).body
  assert.equal(undone.restored, 0)
  assert.deepEqual([undone.refused[0].id, undone.refused[0].title], [own, ''])
})

test('a draft that was edited a moment before is restored as edited', async () => {
  const [draft = 0] = await make(1, { status: 'draft' })
  await send('PATCH', `/events/${draft}`, { title: 'Edited' })
  const { id } = await begin([draft], { change: { cost: '3' } })
  const { undone } = (await admin('POST', `bulk/${id}/undo`, {})).body
  assert.deepEqual([undone.restored, undone.refused], [1, []])
  const [event] = await stored([draft])
  assert.deepEqual([event?.texts.en?.title, event?.facts.cost ?? ''], ['Edited', ''])
})

test('records are deleted permanently, events by editors alone, and nothing undoes it', async () => {
  const records = await make(3, {}, 'author')
  const refused = await admin('POST', 'bulk', { kind: 'event', records, erase: true }, 'author')
  assert.equal(refused.status, 403)
  const category = (await send('POST', '/categories', { name: 'Short-lived' }, 'author')).body.id
  const terms = { kind: 'category', records: [category], erase: true }
  assert.equal((await admin('POST', 'bulk', terms, 'author')).body.changed, 1)
  const erased = await begin([...records, 9_999_999], { erase: true })
  assert.deepEqual([erased.changed, erased.all_refused, erased.can_be_undone], [3, 1, false])
  assert.deepEqual(await stored(records), [])
  assert.equal((await admin('POST', `bulk/${erased.id}/undo`, {})).body.code, 'bulk_not_possible')
})

test('an eleventh bulk change of a user waits for one of the ten before', async () => {
  const records = await make(1)
  const ids: number[] = []
  for (let each = 0; each < 10; each++)
    ids.push((await begin(records, { change: { cost: `${each}` } })).id)
  const seen = Math.floor(Date.now() / 1000)
  await service.store.write(async tx => {
    for (const id of ids) await tx.update('import_run', id, { state: 'running', seen })
  })
  const body = { kind: 'event', records, change: { cost: '11' } }
  assert.equal((await admin('POST', 'bulk', body)).body.code, 'bulk_busy')
  assert.equal((await admin('POST', 'bulk', body, 'administrator')).status, 200)
  assert.equal((await admin('POST', `bulk/${ids[0]}/undo`, {})).body.code, 'bulk_not_possible')
  await service.store.write(async tx => {
    for (const id of ids) await tx.update('import_run', id, { state: 'done', seen: null })
  })
})

test('the imports do not list bulk changes, and Activity shows each as one line', async () => {
  assert.deepEqual((await listRuns(service.store, { before: undefined, max: 10 })).runs, [])
  const records = await make(120, { title: 'Listed' })
  const first = await begin(records, { change: { cost: '3' } })
  await ended(first.id)
  const second = await begin(records.slice(0, 5), { change: { status: 'trash' } })
  const lines = async (query = '') => (await admin('GET', `activity?per_page=3${query}`)).body
  const seen = ({ activity }: Reply['body']) =>
    activity.map((line: Reply['body']) => [line.action, line.bulk?.id, line.bulk?.changed])
  const { next, ...page } = await lines()
  assert.deepEqual(seen(page), [
    ['trashed', second.id, 5],
    ['changed', first.id, 120],
    ['created', undefined, undefined],
  ])
  assert.equal((await lines(`&before=${next}`)).activity[0].bulk, null)
  await admin('POST', `bulk/${second.id}/undo`, {})
  assert.deepEqual(seen(await lines())[0], ['restored', second.id, 5])
  assert.equal((await lines()).activity[0].bulk.state, 'undone')
})
