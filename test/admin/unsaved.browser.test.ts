import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startScreens } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { input, openEditor, press, textIn, untilSaved } from '../support/editor.ts'
import { storedEvent } from '../support/stored-event.ts'

const world = await startScreens({ timezone: 'Europe/Paris' })
const { service } = world
after(world.close)

const read = async (id: number | string) =>
  (await service.send('GET', `/events/${id}`, { as: 'editor', query: { context: 'edit' } })).body

test('restored changes leave what others changed meanwhile, and move a series once', async () => {
  const { id, path } = await storedEvent(service, {
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20270615T100000'],
  })
  const { page, close } = await openEditor(world, `/admin${path}`)
  await textIn(page, 'en', 'title').fill('Harvest fair')
  await input(page, 'start_date').fill('2027-06-02T10:00')
  // under a key of the user: others of the same browser are not offered it
  const user = (await service.accounts.list()).find(({ login }) => login === 'editor')
  await matches(
    () => page.evaluate(key => localStorage.getItem(key) ?? '', `almanac:${user?.id}:event:${id}`),
    /EXDATE[^"]*20270616T100000/,
  )
  await page.goto('about:blank')
  await service.send('PATCH', path, { as: 'administrator', body: { cost: '$7' } })
  await page.goto(`${service.address}/admin${path}`)
  await press(page, 'Restore them')
  await becomes(() => textIn(page, 'en', 'title').inputValue(), 'Harvest fair')
  await press(page, 'Update')
  await untilSaved(page)
  const { title, cost, start_date, recurrence } = await read(id)
  assert.deepEqual(
    { title, cost, start_date, recurrence },
    {
      title: 'Harvest fair',
      cost: '$7',
      start_date: '2027-06-02 10:00:00',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/Paris:20270616T100000'],
    },
  )
  // a copy that was restored and stored is offered no more
  assert.equal(await page.getByRole('button', { name: 'Restore them' }).count(), 0)
  await close()
})

test('a save that ends after its editor was left stays on the screen that is open by then', async () => {
  const { page, close } = await openEditor(world, '/admin/events/new')
  await textIn(page, 'en', 'title').fill('Left alone')
  await input(page, 'start_date').fill('2027-06-01T10:00')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/events(\?|$)/, async route => {
    if (route.request().method() === 'POST') await promise
    await route.continue()
  })
  await press(page, 'Save draft')
  page.on('dialog', dialog => dialog.accept())
  await page.getByRole('link', { name: 'Venues', exact: true }).click()
  await page.waitForURL(/\/admin\/venues$/)
  resolve()
  await page.locator('.toast', { hasText: 'Saved' }).waitFor()
  await page.getByRole('heading', { name: 'Venues' }).waitFor()
  assert.match(page.url(), /\/admin\/venues$/)
  await close()
})

test('a new record that was stored but could not be read again is stored once', async () => {
  const { page, close } = await openEditor(world, '/admin/events/new')
  await textIn(page, 'en', 'title').fill('Only one of it')
  await input(page, 'start_date').fill('2027-06-01T10:00')
  await page.route(/\/events\/\d+\?.*context=edit/, route => route.abort())
  await press(page, 'Save draft')
  await page.getByText(/^Not saved: could not reach the server/).waitFor()
  await page.unroute(/\/events\/\d+\?.*context=edit/)
  await press(page, 'Save draft')
  await untilSaved(page)
  await page.waitForURL(/events\/\d+$/)
  const query = { search: 'Only one of it', status: 'draft', start_date: '2027-01-01' }
  const list = await service.send('GET', '/events', { as: 'editor', query })
  assert.equal(list.body.total, 1)
  await close()
})

test('an event for which a password was chosen is not published without one', async () => {
  const { page, close } = await openEditor(world, '/admin/events/new')
  await textIn(page, 'en', 'title').fill('Behind a password')
  await input(page, 'start_date').fill('2027-06-01T10:00')
  await page.getByText('With a password').click()
  await press(page, 'Publish')
  await page.getByRole('link', { name: /^Password.* is missing\.$/ }).waitFor()
  await page.locator('[data-field=password] input').fill('open sesame')
  await press(page, 'Publish')
  await untilSaved(page)
  const stored = await read(page.url().split('/').at(-1) ?? '')
  assert.deepEqual([stored.status, stored.editing.facts.is_protected], ['publish', true])
  await close()
})

test('a duration typed letter by letter moves the start once', async () => {
  const { path } = await storedEvent(service)
  const { page, close } = await openEditor(world, `/admin${path}`)
  const [words] = await page.locator('.typed-text input').all()
  await words?.pressSequentially('+90 min')
  await becomes(() => input(page, 'start_date').inputValue(), '2027-06-01T11:30')
  await close()
})
