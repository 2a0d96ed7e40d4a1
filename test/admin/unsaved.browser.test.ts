import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import type { Dialog } from 'playwright-core'
import { costOfKeys } from '../../bench/typing.ts'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, takeScreenshot } from '../support/browser.ts'
import {
  input,
  momentOf,
  press,
  savedId,
  shareEditor,
  textIn,
  untilSaved,
} from '../support/editor.ts'
import { startScreens } from '../support/shared-browser.ts'
import { storedEvent } from '../support/stored-event.ts'

const world = await startScreens({ clock: '2026-06-15T12:00:00Z', timezone: 'Europe/Paris' })
const { service } = world
after(world.close)
const { page, faults, open } = await shareEditor(world)

const read = async (id: number | string) =>
  (await service.send('GET', `/events/${id}`, { as: 'editor', query: { context: 'edit' } })).body
const title = textIn(page, 'en', 'title')
const rich = page.locator('.text[data-language=en] [data-field=description] .tiptap')

// what could not be reached, or was refused, on purpose
const expected = /ERR_FAILED|ERR_INTERNET_DISCONNECTED| 412 /
afterEach(() =>
  assert.deepEqual(
    faults.splice(0).filter(fault => !expected.test(fault)),
    [],
  ),
)

/** A new event, with all that a draft needs. */
async function begin(name: string) {
  await open('/events/new')
  await title.fill(name)
  await input(page, 'start_date').fill('2027-06-01T10:00')
}

test('a new draft is saved automatically, and the cursor stays in place', async () => {
  await open('/events/new')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  await title.pressSequentially('Night of ')
  await page.getByText(/^Draft saved at \d{1,2}(:\d\d)?\s[ap]m$/).waitFor()
  await page.waitForURL(/events\/\d+$/)
  const id = page.url().split('/').at(-1) ?? ''
  assert.equal((await read(id)).status, 'draft')
  // in the same input, with its space
  await page.keyboard.type('jazz')
  await becomes(() => title.inputValue(), 'Night of jazz')
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Preview' }).click()
  const preview = await opening
  await preview.getByRole('heading', { name: 'Night of jazz' }).waitFor()
  await preview.close()
  // without the network what is typed waits, and is stored once it is there again
  await page.context().setOffline(true)
  await title.fill('Night of jazz live')
  await press(page, 'Save draft')
  await page.getByText(/^Not saved: could not reach the server/).waitFor()
  await page.context().setOffline(false)
  await untilSaved(page)
  assert.equal((await read(id)).title, 'Night of jazz live')
  await input(page, 'date').fill('2027-05-01T09:00')
  await takeScreenshot(page, 'editor-schedule')
  await press(page, 'Schedule')
  await untilSaved(page)
  const { status, title: stored, date } = await read(id)
  assert.deepEqual([status, stored, date], ['future', 'Night of jazz live', '2027-05-01 09:00:00'])
  await page.getByRole('button', { name: 'Update' }).waitFor()
  assert.deepEqual(await axeFindings(page), [])
})

test('a public record stays unchanged until a button is pressed; a draft changed by another user is not overwritten', async () => {
  const { id, path } = await storedEvent(service)
  await open(path)
  await title.fill('Winter fair')
  await page.getByText('Unsaved changes', { exact: true }).waitFor()
  assert.equal((await read(id)).title, 'Summer fair')
  await press(page, 'Back to draft')
  await untilSaved(page)
  await service.send('PATCH', path, { as: 'administrator', body: { cost: '5' } })
  await title.fill('Spring fair')
  await page.getByRole('dialog').getByText('Spring fair').waitFor()
  assert.equal((await read(id)).title, 'Winter fair')
})

test('restored changes leave what others changed meanwhile, and move a series once', async () => {
  const { id, path } = await storedEvent(service, {
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20270615T100000'],
  })
  await page.goto(`${service.address}/admin${path}`)
  await title.fill('Harvest fair')
  await input(page, 'start_date').fill('2027-06-02T10:00')
  // under a key of the user: others of the same browser are not offered it
  const { editor } = service.users
  await matches(
    () => page.evaluate(key => localStorage.getItem(key) ?? '', `almanac:${editor}:event:${id}`),
    /EXDATE[^"]*20270616T100000/,
  )
  await page.goto('about:blank')
  await service.send('PATCH', path, { as: 'administrator', body: { cost: '$7' } })
  await page.goto(`${service.address}/admin${path}`)
  await press(page, 'Restore them')
  await becomes(() => title.inputValue(), 'Harvest fair')
  await press(page, 'Update')
  await untilSaved(page)
  const { title: stored, cost, start_date, recurrence } = await read(id)
  assert.deepEqual(
    { stored, cost, start_date, recurrence },
    {
      stored: 'Harvest fair',
      cost: '$7',
      start_date: '2027-06-02 10:00:00',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/Paris:20270616T100000'],
    },
  )
  // a copy that was restored and stored is offered no more
  assert.equal(await page.getByRole('button', { name: 'Restore them' }).count(), 0)
})

test('a save that ends after its editor was left stays on the screen that is open by then', async () => {
  await begin('Left alone')
  const { promise, resolve } = Promise.withResolvers<void>()
  const writes = /\/events(\?|$)/
  await page.route(writes, async route => {
    if (route.request().method() === 'POST') await promise
    await route.continue()
  })
  await press(page, 'Save draft')
  // it asks only while something is not stored yet
  const accept = (dialog: Dialog) => dialog.accept()
  page.on('dialog', accept)
  await page.getByRole('link', { name: 'Venues', exact: true }).click()
  await page.waitForURL(/\/admin\/venues$/)
  page.off('dialog', accept)
  resolve()
  await page.locator('.toast', { hasText: 'Saved' }).waitFor()
  await page.getByRole('heading', { name: 'Venues' }).waitFor()
  assert.match(page.url(), /\/admin\/venues$/)
  await page.unroute(writes)
})

test('a new record that was stored but could not be read again is stored once', async () => {
  await begin('Only one of it')
  const reads = /\/events\/\d+\?.*context=edit/
  await page.route(reads, route => route.abort())
  await press(page, 'Save draft')
  await page.getByText(/^Not saved: could not reach the server/).waitFor()
  await page.unroute(reads)
  await press(page, 'Save draft')
  await savedId(page)
  const query = { search: 'Only one of it', status: 'draft', start_date: '2027-01-01' }
  const list = await service.send('GET', '/events', { as: 'editor', query })
  assert.equal(list.body.total, 1)
})

test('a button that is pressed in the moment of an automatic save stores the record once', async () => {
  /** Presses the first button as an automatic save begins: before what is drawn knows of it. */
  const pressWith = (order: 'act(); press()' | 'press(); act()') =>
    page.evaluate(`{
      const later = window.setTimeout
      const press = () => document.querySelector('.edit-bar .primary').click()
      window.setTimeout = (act, ms, ...rest) => {
        if (ms < 2900 || ms > 3000) return later(act, ms, ...rest)
        return later(() => { window.setTimeout = later; ${order} }, ms)
      }
    }`)
  await open('/events/new')
  await pressWith('act(); press()')
  await title.fill('Stored once')
  await input(page, 'start_date').fill('2027-06-01T10:00')
  await page.locator('.toast', { hasText: 'Published' }).waitFor()
  const query = { search: 'Stored once', status: 'any', start_date: '2027-01-01' }
  const list = await service.send('GET', '/events', { as: 'editor', query })
  assert.equal(list.body.total, 1)

  const { id, path } = await storedEvent(service, { status: 'draft' })
  await open(path)
  await pressWith('press(); act()')
  await title.fill('Published once')
  await page.locator('.toast', { hasText: 'Published' }).waitFor()
  await untilSaved(page)
  assert.equal((await read(id)).status, 'publish')
  assert.equal(await page.getByRole('dialog').count(), 0, 'no conflict with oneself')
})

test('an event for which a password was chosen is not published without one', async () => {
  await begin('Behind a password')
  await page.getByText('With a password').click()
  await press(page, 'Publish')
  await page.getByRole('link', { name: /^Password.* is missing\.$/ }).waitFor()
  await page.locator('[data-field=password] input').fill('open sesame')
  await press(page, 'Publish')
  const { status, editing } = await read(await savedId(page))
  assert.deepEqual([status, editing.facts.is_protected], ['publish', true])
})

test('a duration typed letter by letter moves the start once', async () => {
  const { path } = await storedEvent(service)
  await open(path)
  await input(page, 'start_date').click()
  await page.keyboard.type('+90 min')
  await becomes(() => momentOf(page, 'start_date'), '2027-06-01T11:30')
})

test('a key costs little in any field of a full form: it draws its own input again', async () => {
  for (let at = 0; at < 20; at++)
    await service.send('POST', '/categories', { as: 'editor', body: { name: `Category ${at}` } })
  const paragraph = `<p>${'Some words of a text that is long. '.repeat(20)}</p>`
  const { path } = await storedEvent(service, {
    description: paragraph.repeat(3),
    excerpt: paragraph,
    cost: '12',
    venue: [{ venue: 'Mill' }],
    categories: ['Category 1', 'Category 2'],
    translations: { fr: { title: 'Fête', description: paragraph.repeat(3) } },
  })
  const keys = 'the quick brown fox '
  await open('/tags/new')
  const least = await costOfKeys(page, textIn(page, 'en', 'name'), keys)
  await open(path)
  await rich.waitFor()
  // where a key drew the whole form, it cost some ten times as much as in a form that has little else
  for (const field of [title, rich, input(page, 'cost')]) {
    const cost = await costOfKeys(page, field, keys)
    assert.ok(cost < 4 * least, `${field}: ${cost} ms, ${least} ms in a small form`)
  }
})

test('a text that is far too long is refused or trimmed with a message, and typing continues', async () => {
  await open('/events/new')
  await rich.waitFor()
  await page.evaluate(
    `document.oncopy = event => {
      event.preventDefault()
      event.clipboardData.setData('text/plain', 'word '.repeat(220000))
    }`,
  )
  for (const [field, messages] of [
    [rich, /^The pasted text has 1,100,000 characters\. 100,000 can be pasted at once/],
    [title, /^The pasted text has 1,100,000 characters, and the maximum is 1,000/],
  ] as const) {
    await field.click()
    await page.keyboard.type('ab')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('End')
    await page.keyboard.press('Control+v')
    await page.locator('.toast', { hasText: messages }).waitFor()
    await page.keyboard.type(' on')
  }
  await becomes(() => rich.innerText(), 'ab on')
  assert.equal((await title.inputValue()).length, 1000)
})

test('an event is not published while the words of its date are not understood, nor with half a date', async () => {
  const { path, id } = await storedEvent(service, { title: 'Winter fair', status: 'draft' })
  await open(path)
  const words = input(page, 'start_date')
  const strange = page.locator('.moment .wrong', { hasText: 'This is not a date' })
  await words.fill('first full moon of spring')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('One error; nothing was saved.').waitFor()
  await strange.waitFor()
  const focused = 'document.activeElement.value'
  await becomes(() => page.evaluate<string>(focused), 'first full moon of spring')
  await press(page, 'Publish')
  await page.getByRole('alert').getByText('One error; nothing was saved.').waitFor()
  assert.equal((await read(id)).status, 'draft')
  // words are shown as they were understood
  await words.fill('12 June 2027 20:00')
  await becomes(() => momentOf(page, 'start_date'), '2027-06-12T20:00')
  await input(page, 'cost').focus()
  await becomes(() => words.inputValue(), 'Sat 12 Jun 2027, 8\u00a0pm')
  // the calendar behind the box takes the place of words that were not understood
  await words.fill('full moon')
  await page.locator('[data-field=start_date] input[aria-hidden]').fill('2027-06-12T21:00')
  await becomes(() => words.inputValue(), 'Sat 12 Jun 2027, 9\u00a0pm')
  await strange.waitFor({ state: 'detached' })
  const date = input(page, 'date')
  await date.fill('2027-05-01T09:00')
  await date.press('Backspace')
  await press(page, 'Publish')
  await page.getByRole('link', { name: 'This date is not complete.' }).waitFor()
  assert.equal((await read(id)).status, 'draft')
  await date.fill('')
  await press(page, 'Publish')
  await becomes(async () => (await read(id)).status, 'publish')
  await untilSaved(page)
})

test('a window asks before what is typed in it is lost', async () => {
  await begin('A fair at a new place')
  await page.getByRole('combobox', { name: 'Venue' }).fill('New mill')
  await page.getByRole('option', { name: 'Create “New mill”' }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel('City').fill('Lyon')
  page.once('dialog', dialog => dialog.dismiss())
  await page.keyboard.press('Escape')
  assert.equal(await window.getByLabel('City').inputValue(), 'Lyon')
  page.once('dialog', dialog => dialog.accept())
  await page.keyboard.press('Escape')
  await window.waitFor({ state: 'detached' })
})
