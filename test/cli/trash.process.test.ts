import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { connect } from '../../src/sdk/client.ts'
import { almanac, calendarIn, newFolder, serving } from './command.ts'

test('trash empty deletes permanently what is in the trash, or what has been there for a time', async () => {
  const cwd = await calendarIn(newFolder())
  const token = (
    await almanac(['users', 'add', 'ada', '--role', 'editor', '--token', 'x'], { cwd })
  ).out.trim()
  const service = await serving([], { cwd })
  const { events, venues } = connect(service.root.plain, { token })
  const dates = { start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' }
  const always = { start_date: '1000-01-01', end_date: '9999-12-31' }
  const venue = await venues.create({ venue: 'Hall' })
  const removed = await events.create({ title: 'Gone', ...dates, venue: venue.id })
  const stays = await events.create({ title: 'Stays', ...dates })
  await events.remove(removed.id)
  await venues.remove(venue.id)
  const empty = (...more: string[]) => almanac(['trash', 'empty', ...more], { cwd })
  assert.equal((await empty()).code, 2)
  assert.equal((await empty('--yes', '--older-than', 'long')).code, 2)
  const young = await empty('--yes', '--older-than', '30d', '--json')
  assert.deepEqual(JSON.parse(young.out), {
    deleted: { events: 0, venues: 0, organizers: 0, pages: 0 },
  })
  const trial = await empty('--dry-run', '--json')
  assert.deepEqual(JSON.parse(trial.out), {
    deleted: { events: 1, venues: 1, organizers: 0, pages: 0 },
    dry_run: true,
  })
  const all = await empty('--yes', '--lang', 'fr')
  assert.deepEqual(
    [all.code, all.err.trim()],
    [0, 'Fiches supprimées définitivement : 1 évènement, 1 lieu, 0 organisateur, 0 page.'],
  )
  // The running service knows of it.
  while ((await events.list({ ...always, status: 'trash' })).total > 0) await passed(20)
  await assert.rejects(events.change(removed.id, { status: 'publish' }), { status: 404 })
  assert.equal((await events.list(always)).items[0]?.id, stays.id)
  await service.stop()
})
