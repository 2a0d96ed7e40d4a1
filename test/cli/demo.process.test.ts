import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { connect } from '../../src/sdk/client.ts'
import { almanac, calendarIn, newFolder, serving } from './command.ts'

type Item = Awaited<ReturnType<ReturnType<typeof connect>['events']['list']>>['items'][number]

/** One example of a hundred events, beside an administrator, from its first start until it is removed again. */
describe('the example', () => {
  const cwd = newFolder()
  let written: Record<string, number> = {}
  let token = ''
  let service: Awaited<ReturnType<typeof serving>>
  before(async () => {
    const first = await almanac(['demo', '--count', '100', '--json'], { cwd })
    assert.equal(first.code, 0, first.err)
    written = JSON.parse(first.out)
    const added = await almanac(['users', 'add', 'ada', '--role', 'editor', '--token', 'x'], {
      cwd,
    })
    token = added.out.trim()
    service = await serving([], { cwd })
  })
  after(() => service?.stop())

  test('is a bilingual calendar, is written once, and leaves no key behind', async () => {
    const { images = 0, ...counts } = written
    assert.ok(images > 5)
    assert.deepEqual(counts, {
      events: 100,
      venues: 40,
      organizers: 20,
      categories: 15,
      tags: 24,
      skipped: 0,
    })
    const refused = await almanac(['demo', '--lang', 'fr'], { cwd })
    assert.equal(refused.code, 1)
    assert.match(refused.err, /L’agenda contient déjà \d+ évènements\./)
    const again = await almanac(['demo', '--count', '100', '--again', '--lang', 'fr', '--json'], {
      cwd,
    })
    assert.deepEqual([JSON.parse(again.out).events, JSON.parse(again.out).skipped], [0, 199])
    const tokens: { name: string; state: string }[] = JSON.parse(
      (await almanac(['tokens', 'list', '--json'], { cwd })).out,
    )
    const own = tokens.filter(({ name }) => name !== 'x')
    assert.ok(own.length > 0 && own.every(({ state }) => state === 'revoked'))
    const french = await connect(service.root.fr).events.list({ per_page: 50 })
    assert.ok(french.total > 10)
    assert.ok(french.items.some(({ language }) => language === 'fr'))
  })

  test('has series, with dates that are cancelled, moved and left out', async () => {
    const query = { start_date: '1000-01-01', end_date: '9999-12-31', per_page: 50 }
    const listed = async (search: string, ml_language: 'en' | 'fr') =>
      (await connect(service.root.plain).events.list({ ...query, search, ml_language })).items
    const [choir, french] = [await listed('choir', 'en'), await listed('chœur', 'fr')]
    const series = choir[0]?.series
    const dates = choir.filter(date => date.series === series)
    assert.equal(dates.length, 39)
    const cancelled = dates.filter(({ event_status }) => event_status === 'cancelled')
    assert.equal(cancelled.length, 1)
    const moved = dates.filter(date => date.start_date !== date.original_start)
    assert.deepEqual(
      moved.map(({ start_date }) => start_date.slice(11)),
      ['15:00:00'],
    )
    const inFrench = french.find(({ id }) => id === cancelled[0]?.id)
    assert.equal(inFrench?.event_status_reason, 'Le chef est en tournée.')
    assert.ok((await listed('sunday', 'en')).some(({ recurrence }) => recurrence))
  })

  test('is removed with --remove, but for what was changed or is used', async () => {
    const { events, venues, images } = connect(service.root.plain, { token })
    const always = { start_date: '1000-01-01', end_date: '9999-12-31', per_page: 50 } as const
    const { items } = await events.list(always)
    const [changed, other] = items.filter(
      ({ venue, series }) => venue && 'id' in venue && !series,
    ) as [Item, Item]
    await events.change(changed.id, { title: 'Ours now' })
    const used = (other.venue as { id: number }).id
    const ours = await events.create({
      title: 'Ours',
      start_date: '2030-01-01 10:00',
      end_date: '2030-01-01 11:00',
      venue: used,
    })
    const { removed, left } = JSON.parse(
      (await almanac(['demo', '--remove', '--json'], { cwd })).out,
    )
    assert.equal(removed.events, (written.events ?? 0) - 1)
    assert.deepEqual(left.events, [changed.id])
    assert.ok(left.venues.includes(used))
    assert.deepEqual(left.images, [(changed.image as { id: number }).id])
    const rest = (await events.list(always)).items.map(({ id }) => id)
    assert.deepEqual(rest.toSorted(), [changed.id, ours.id].toSorted())
    assert.equal((await venues.list({ per_page: 50 })).total, left.venues.length)
    assert.equal((await images.list({})).total, 1)
    // nothing went to the trash
    assert.equal((await events.list({ ...always, status: 'trash' })).total, 0)
    assert.equal((await venues.list({ status: 'trash' })).total, 0)
    const again = await almanac(['demo', '--remove', '--url', 'http://127.0.0.1:1/x'], { cwd })
    assert.equal(again.code, 2)
  })
})

test('demo writes to a service that runs elsewhere, with a token', async () => {
  const [cwd, elsewhere] = [await calendarIn(newFolder()), newFolder()]
  const token = (
    await almanac(['users', 'add', 'ada', '--role', 'editor', '--token', 'demo'], { cwd })
  ).out.trim()
  const service = await serving([], { cwd })
  const to = ['demo', '--count', '5', '--url', service.root.plain]
  assert.equal((await almanac(to, { cwd: elsewhere })).code, 2)
  const written = await almanac([...to, '--json'], {
    cwd: elsewhere,
    env: { ALMANAC_TOKEN: token },
  })
  assert.equal(written.code, 0, written.err)
  assert.equal(JSON.parse(written.out).events, 5)
  assert.deepEqual(readdirSync(elsewhere), [])
  await service.stop()
})

test('the example comes in a theme, which the site has from then on', async () => {
  const cwd = newFolder()
  const wrong = await almanac(['demo', '--theme', 'disco', '--lang', 'fr'], { cwd })
  assert.equal(wrong.code, 2)
  assert.match(wrong.err, /municipal, festival, university/)
  const themed = await almanac(['demo', '--count', '5', '--theme', 'festival'], { cwd })
  assert.equal(themed.code, 0, themed.err)
  const { out } = await almanac(['config', '--json'], { cwd })
  const { settings } = JSON.parse(out)
  assert.match(JSON.stringify(settings), /#c2185b/)
  const service = await serving([], { cwd })
  const { origin } = new URL(service.root.plain)
  const page = await (await fetch(`${origin}/events/list/`)).text()
  const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? []
  assert.match(await (await fetch(origin + sheet)).text(), /#fff8ef/)
  await service.stop()
})
