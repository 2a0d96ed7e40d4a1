import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../surroundings/child.ts'
import { type Connection, event } from './workers.ts'

type Connect = (worker: number) => Promise<Connection>

/** Changes of many records with several processes. */
export function bulkStory(connected: Connect) {
  test('many events that one worker changes while the other changes some are undone by the other, and no change of a user is lost', async () => {
    const one = await connected(1)
    const other = await connected(2)
    const create = async (path: string, body: object) => {
      const reply = await one.send('POST', path, { body })
      assert.equal(reply.status, 201, reply.text)
      return Number(reply.body.id)
    }
    const category = await create('/categories', { name: 'Many' })
    const records: number[] = []
    for (let each = 0; each < 30; each++)
      records.push(await create('/events', event(`Many ${each}`, { cost: '1' })))
    const changed = await one.send('POST', '/admin/api/bulk', {
      body: { kind: 'event', records, add: { categories: [category] }, change: { cost: '7' } },
    })
    assert.equal(changed.status, 200, changed.text)
    assert.equal(changed.body.changed, records.length)
    const counted = async ({ send }: Connection) =>
      (
        await send(
          'GET',
          `/events?start_date=2030-01-01&end_date=2030-12-31&categories=${category}&per_page=1`,
        )
      ).body.total as number
    await until(async () => (await counted(other)) === records.length)
    assert.equal(await counted(one), records.length)

    // while the other worker undoes it, some of the events change
    const edited = [records[3], records[17], records[29]]
    const edit = (id: number | undefined) =>
      other.send('PATCH', `/events/${id}`, { body: { cost: '9' } })
    const first = await edit(edited[0])
    assert.equal(first.status, 200, first.text)
    const [late, last, undone] = await Promise.all([
      edit(edited[1]),
      edit(edited[2]),
      other.send('POST', `/admin/api/bulk/${changed.body.id}/undo`, { body: {} }),
    ])
    assert.deepEqual([late?.status, last?.status], [200, 200])
    assert.equal(undone.status, 200, undone.text)
    const refused = undone.body.undone.refused as { id: number }[]
    const done = new Set(records.filter(id => refused.every(left => left.id !== id)))
    assert.equal(undone.body.undone.restored, done.size)
    assert.ok(!done.has(edited[0] ?? 0), 'an event that changed before stays as it is')
    for (const { send } of [one, other])
      for (const id of records) {
        const { body } = await send('GET', `/events/${id}`)
        // of a change and an undo at the same time, either came first: the change is never lost
        const expected = edited.includes(id) ? '9' : '1'
        assert.equal(body.cost_details?.values?.[0] ?? body.cost, expected, `event ${id}`)
        const isUndone = done.has(id)
        assert.equal(body.categories.length, isUndone ? 0 : 1, `event ${id}`)
      }
    await until(async () => (await counted(one)) === records.length - done.size)
    await until(async () => (await counted(other)) === records.length - done.size)
  })
}
