import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator } from 'playwright-core'
import { messages } from '../../src/admin/messages.ts'
import { messages as agendaWords } from '../../src/admin/screens/agenda/messages.ts'
import { messages as editorWords } from '../../src/admin/screens/editor/messages.ts'
import { messages as tableWords } from '../../src/admin/screens/records/messages.ts'
import { password, startAdmin } from '../support/admin.ts'
import { openBrowser, painted } from '../support/browser.ts'
import { labelOf, manyOf, type Person, sitDown, textOf } from '../support/person.ts'
import type { Service } from '../support/service.ts'

let browser: Browser
let service: Service
let person: Person
before(async () => {
  service = await startAdmin()
  browser = await openBrowser()
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
    await writeMoment(input(labelOf('event', 'start_date')), '05', '10')
    await writeMoment(input(labelOf('event', 'end_date')), '05', '11')

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
    await key('j')
    await page.waitForURL(/date=2041-06/)
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
