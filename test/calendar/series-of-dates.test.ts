import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, edit, read, useService } from '../support/scenario.ts'
import { listed, scoped, series } from '../support/series.ts'

// Series without a rule: all their dates are listed.

useService()

const recurrence = ['RDATE:20300310T200000,20300317T200000']
const days = async (title: string) =>
  (await listed(title)).map(({ id, start_date }) => [id, start_date.slice(0, 10)])
const on = (ids: number[], days: string[]) => ids.map((id, at) => [id, `2030-${days[at]}`])

test('following from the first date of a series without a rule is the whole series', async () => {
  const changed = await series({ recurrence })
  const after = await scoped('PATCH', changed.ids[0] ?? 0, 'following', {
    start_date: '2030-03-04 20:00',
    end_date: '2030-03-04 22:00',
  })
  assert.equal(after.recurrence_text, 'on 4 March 2030, 11 March 2030 and 18 March 2030')
  assert.deepEqual(await days(changed.title), on(changed.ids, ['03-04', '03-11', '03-18']))
  const removed = await series({ recurrence })
  await scoped('DELETE', removed.ids[0] ?? 0, 'following')
  assert.deepEqual(await days(removed.title), [])
  await change(removed.id, { status: 'publish' })
  assert.deepEqual(await days(removed.title), on(removed.ids, ['03-03', '03-10', '03-17']))
})

test('the sentence of a series without a rule has its start too, before and after a split', async () => {
  const { id, ids } = await series({ recurrence })
  const text = async (of: number) => (await read(`/events/${of}`)).recurrence_text
  assert.equal(await text(id), 'on 3 March 2030, 10 March 2030 and 17 March 2030')
  const preview = await edit('POST', '/events/recurrence/preview', {
    start_date: '2030-03-03 20:00',
    end_date: '2030-03-03 22:00',
    recurrence,
  })
  assert.equal(preview.recurrence_text, 'on 3 March 2030, 10 March 2030 and 17 March 2030')
  const later = await scoped('PATCH', ids[1] ?? 0, 'following', { excerpt: 'Later.' })
  assert.equal(later.recurrence_text, 'on 10 March 2030 and 17 March 2030')
  assert.equal(await text(id), 'on 3 March 2030')
})
