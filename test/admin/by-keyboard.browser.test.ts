import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator } from 'playwright-core'
import { messages as editorWords } from '../../src/admin/fields/messages.ts'
import { messages } from '../../src/admin/messages.ts'
import { messages as agendaWords } from '../../src/admin/screens/agenda/messages.ts'
import { messages as tableWords } from '../../src/admin/screens/records/messages.ts'
import { password, startAdmin } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { painted } from '../support/browser.ts'
import { input as field, momentOf, textIn, untilSaved } from '../support/editor.ts'
import { labelOf, manyOf, type Person, sitDown, textOf } from '../support/person.ts'
import { pixels } from '../support/pixels.ts'
import type { Service } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'
import { storedEvent } from '../support/stored-event.ts'

let browser: Browser
let service: Service
let person: Person
before(async () => {
  service = await startAdmin({ clock: '2026-06-15T12:00:00Z' })
  browser = await shareBrowser()
  person = await sitDown(browser, service.address)
})
after(async () => {
  await person?.close()
  await browser?.close()
  await service?.close()
})

const key = (name: string) => person.page.keyboard.press(name)
const write = (text: string) => person.page.keyboard.type(text)

/** Goes on by Tab until something has the focus. */
async function to(target: Locator) {
  await target.waitFor()
  const focused = target.and(person.page.locator(':focus'))
  for (let at = 0; at < 150; at++) {
    if ((await focused.count()) > 0) return
    await key('Tab')
  }
  assert.fail(`${target} is not reached by Tab`)
}
async function on(target: Locator) {
  await to(target)
  await key('Enter')
}
/** A day and an hour, part by part, whatever the order of day and month, and of 12 hours or 24. */
async function writeMoment(field: Locator, day: string, hour: string) {
  await to(field)
  await write(`${day}${day}2041`)
  await key('ArrowRight')
  await write(`${hour}00a`)
}
/** Chooses in an open list by the first letters. */
async function choose(text: string) {
  const option = person.page.getByRole('option', { name: text })
  await option.first().waitFor()
  for (let at = 0; at < 30; at++) {
    if ((await option.first().getAttribute('data-focused')) === 'true') break
    await key('ArrowDown')
    // the option says a moment later that it has the focus
    await painted(person.page)
  }
  await key('Enter')
  await option.first().waitFor({ state: 'detached' })
}
const button = (name: Parameters<Person['button']>[0]) => person.button(name)
const link = (name: Parameters<Person['link']>[0]) => person.link(name)
const input = (name: Parameters<Person['input']>[0]) => person.input(name)
const visit = async () => (await fetch(`${service.address}/event/ball/`)).text()

describe('the main story by keyboard alone', { timeout: 280_000 }, () => {
  test('signing in, and an event in both languages with a new venue and a new category', async () => {
    const { page } = person
    await person.go('/')
    await to(input(messages.login))
    await write('editor')
    await to(input(messages.password))
    await write(password)
    await key('Enter')
    await on(link(manyOf('event')))
    await on(link(person.said(tableWords.new, { a: 'an event' })))
    await to(input(textOf('event', 'title', 'en')))
    await write('Ball')
    await to(input(textOf('event', 'title', 'fr')))
    await write('Bal')
    await to(input(labelOf('event', 'start_date')))
    await write('5 may 2041 10am')
    await to(input(labelOf('event', 'end_date')))
    await write('5 may 2041 11am')

    const venue = page.getByRole('combobox', { name: person.said(labelOf('event', 'venue')) })
    await to(venue)
    await write('Old mill')
    await choose(person.said(editorWords.makeNamed, { name: 'Old mill' }))
    await to(person.input(textOf('venue', 'venue', 'fr'), person.window()))
    await write('Vieux moulin')
    await on(person.button(editorWords.add, person.window()))
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const name = person.said(editorWords.newCategory)
    await to(page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })))
    await write('Dances')
    await key('Enter')
    await on(button(editorWords.publish))
    await button(editorWords.update).waitFor()
    await person.reads(editorWords.allSaved)
    const text = await visit()
    for (const expected of ['Old mill', 'Dances', '2041-05-05T10:00'])
      assert.ok(text.includes(expected), expected)
  })

  test('it is moved on the calendar by its dates', async () => {
    const { page } = person
    await person.go('/calendar?view=month&date=2041-05-01')
    await person.settled()
    await on(page.locator('.agenda [tabindex="0"]', { hasText: 'Ball' }).first())
    const window = person.window()
    const moment = (name: string) => person.input(labelOf('event', name), window)
    await writeMoment(moment('start_date'), '06', '10')
    await writeMoment(moment('end_date'), '06', '11')
    await on(person.button(messages.save, window))
    await window.waitFor({ state: 'detached' })
    assert.match(await visit(), /2041-06-06T10:00/)
    await key('w')
    await page.waitForURL(/view=week/)
    await key('m')
    await page.waitForURL(/view=month/)
    await key('j')
    await page.waitForURL(/date=2041-06/)
    await page.locator('.agenda').getByText('Ball').waitFor()
  })

  test('Ctrl + K leads to a screen, and to a record of any kind by a word in either language', async () => {
    const { page } = person
    const goTo = async (text: string, name: RegExp) => {
      await key('Control+k')
      await page.getByRole('dialog').getByRole('searchbox').waitFor()
      await write(text)
      const option = page.getByRole('menuitem', { name })
      await option.first().waitFor()
      await key('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await goTo('vieux moulin', /Old mill/)
    await page.waitForURL(/\/venues\/\d+$/)
    await goTo('calend', /^Calendar$/)
    await page.waitForURL(/\/calendar/)
    await person.go('/calendar?view=month&date=2041-06-01')
    await person.settled()
    await page.locator('.agenda').getByText('Ball').waitFor()
  })

  test('it is cancelled, put into the trash, and brought back', async () => {
    const { page } = person
    await on(page.locator('.agenda [tabindex="0"]', { hasText: 'Ball' }).first())
    await on(link(tableWords.wholeEditor))
    await on(page.getByRole('button', { name: person.said(labelOf('event', 'event_status')) }))
    await choose('Cancelled')
    await on(button(editorWords.update))
    await person.reads(editorWords.allSaved)
    assert.match(await visit(), /Cancelled/)
    await on(button(editorWords.trash))
    const toast = page.locator('.toast', { hasText: person.said(editorWords.trashed) })
    await on(person.button(agendaWords.undo, toast))
    await button(editorWords.update).waitFor()
    assert.match(await visit(), /Cancelled/)
    assert.deepEqual(person.faults, [])
  })
})

/** Clicks of a mouse, counted; keys are free. */
function mouse() {
  let clicks = 0
  return {
    count: () => clicks,
    click(on: Locator) {
      clicks++
      return on.click()
    },
  }
}

async function openForm(path: string) {
  await person.go(path)
  await person.page.locator('form.editor').waitFor()
  return person.page
}

describe('the effort of an event', { timeout: 180_000 }, () => {
  test('an event in two languages with a new venue, image, category, cost and website takes 16 clicks', async () => {
    await service.send('POST', '/categories', { as: 'editor', body: { name: 'Concerts' } })
    const { page, faults } = person
    faults.length = 0
    await person.go('/events')
    const { click, count } = mouse()
    await click(page.getByRole('link', { name: 'Add an event' }))
    await becomes(() => page.evaluate<string>('document.activeElement.lang'), 'en')
    await write('Night of jazz')
    await key('Tab')
    await write('Nuit du jazz')
    await click(page.getByRole('textbox', { name: 'Start', exact: true }))
    await write('10 may 2027 8pm')
    await click(page.getByRole('textbox', { name: 'End', exact: true }))
    await write('+2h')
    const venue = page.getByRole('combobox', { name: 'Venue', exact: true })
    await click(venue)
    await write('New mill')
    await click(page.getByRole('option', { name: 'Create “New mill”' }))
    const window = page.getByRole('dialog')
    await window.getByLabel('Name (French)').waitFor()
    await click(window.getByLabel('Name (French)'))
    await write('Nouveau moulin')
    await click(window.getByRole('button', { name: 'Add' }))
    await window.waitFor({ state: 'detached' })
    await click(page.locator('.check', { hasText: 'Concerts' }))
    await click(page.getByLabel('Alternative text (English)'))
    await write('A mill')
    const chooser = page.waitForEvent('filechooser')
    await click(button('Upload an image'))
    const { buffer } = await pixels('mill.png')
    await (await chooser).setFiles({ name: 'mill.png', mimeType: 'image/png', buffer })
    await button('Remove the image').waitFor()
    await click(page.getByRole('textbox', { name: 'Description (English)' }))
    await write('All night long.')
    await click(page.getByRole('textbox', { name: 'Description (French)' }))
    await write('Toute la nuit.')
    await click(page.locator('details.is-details > summary'))
    await click(textIn(page, 'en', 'website'))
    await write('example.org/tickets')
    await click(field(page, 'cost'))
    await write('12')
    await key('Control+Enter')
    await untilSaved(page)
    await page.waitForURL(/\/events\/\d+$/)
    assert.ok(count() <= 16, `${count()} clicks`)
    const id = page.url().split('/').at(-1)
    const { body } = await service.send('GET', `/events/${id}`, {
      as: 'editor',
      query: { context: 'edit' },
    })
    assert.deepEqual(
      [body.status, body.start_date, body.end_date, body.website],
      ['publish', '2027-05-10 20:00:00', '2027-05-10 22:00:00', 'https://example.org/tickets'],
    )
    assert.equal(body.editing.texts.fr.title, 'Nuit du jazz')
    assert.deepEqual(
      [body.venue.venue, body.categories[0].name, body.image.alt],
      ['New mill', 'Concerts', 'A mill'],
    )
    // nothing was to be corrected: the server refused no write
    assert.deepEqual(
      faults.filter(fault => !fault.includes('tried-event')),
      [],
    )
  })

  test('a weekly event is duplicated in four clicks', async () => {
    const { id } = await storedEvent(service)
    const page = await openForm(`/events/${id}`)
    const { click, count } = mouse()
    await click(button('Duplicate'))
    await page.waitForURL(/events\/new$/)
    await becomes(() => momentOf(page, 'start_date'), '2027-06-01T10:00')
    await click(page.getByRole('textbox', { name: 'Start', exact: true }))
    await write('8 june 2027')
    await becomes(() => momentOf(page, 'end_date'), '2027-06-08T12:00')
    await key('Control+Enter')
    await untilSaved(page)
    assert.ok(count() <= 4, `${count()} clicks`)
  })

  test('by keyboard alone, an event is published within 25 Tabs of its title', async () => {
    const page = await openForm('/events/new')
    await page.getByText('Ctrl + Enter', { exact: true }).waitFor()
    let tabs = 0
    const to = async (field: Locator) => {
      while ((await field.and(page.locator(':focus')).count()) === 0) {
        assert.ok(tabs < 25, `${field} is not reached`)
        await key('Tab')
        tabs++
      }
    }
    await write('By keys')
    await to(page.getByRole('textbox', { name: 'Start', exact: true }))
    // a user who pauses after three digits has typed the year 202
    const tried = page.waitForResponse(/tried-event.*start_date=0202/)
    await write('10 may 202')
    await tried
    await write('7 8pm')
    await to(page.getByRole('textbox', { name: 'End', exact: true }))
    await write('+2h')
    await to(page.getByRole('combobox', { name: 'Venue', exact: true }))
    await key('Control+Enter')
    await untilSaved(page)
    await page.waitForURL(/\/events\/\d+$/)
    await button('Update').waitFor()
  })
})
