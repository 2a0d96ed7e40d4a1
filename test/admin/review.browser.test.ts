import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { password, startAdmin } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, takeScreenshot } from '../support/browser.ts'
import { input, press, untilSaved } from '../support/editor.ts'
import { type Person, sitDown } from '../support/person.ts'
import { pixels } from '../support/pixels.ts'
import { isFine } from '../support/screens.ts'
import type { Service } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'
import { storedEvent } from '../support/stored-event.ts'

let browser: Browser
let service: Service
/** An editor at two screens, and a contributor, who stay from test to test. */
let en: Person
let fr: Person
let contributor: Person
before(async () => {
  service = await startAdmin({ clock: '2026-06-15T12:00:00Z' })
  await service.accounts.change('contributor', { name: 'Camille' })
  browser = await shareBrowser()
  en = await sitDown(browser, service.address)
  fr = await sitDown(browser, service.address, { language: 'fr' })
  contributor = await sitDown(browser, service.address)
  for (const editor of [en, fr]) await editor.signIn('editor', password, '/venues')
})
after(async () => {
  await browser?.close()
  await service?.close()
})

async function open(person: Person, path: string) {
  await person.go(path)
  await person.settled()
  return person.page
}
const statusOf = async (id: number) =>
  (await service.send('GET', `/events/${id}`, { as: 'editor' })).body.status
const change = (id: number, body: object, as = 'contributor') =>
  service.send('PATCH', `/events/${id}`, { as, body })
const sendBack = (id: number, note: string) =>
  service.send('POST', `${service.address}/admin/api/events/${id}/return`, {
    as: 'editor',
    body: { note },
  })
const opened = (page: Page) => page.locator('.queue > li.is-open')
const inQueue = (page: Page, at: number) => page.locator('.queue > li').nth(at)

/** An event that a contributor has submitted, with an image of their own. */
async function submitted(title: string, body: object = {}) {
  const { buffer } = await pixels('mill.png')
  const headers = { 'Content-Type': 'image/png' }
  const sent = { as: 'contributor', body: buffer, headers, query: { alt: 'A mill' } }
  const { body: image } = await service.send('POST', '/images', sent)
  const texts = {
    title,
    description: `<p>All about ${title}, by <a href="https://spam.example.org">friends</a>.</p>`,
    translations: { fr: { title: `${title} (fr)`, description: '<p>Tout.</p>' } },
  }
  const event = { ...texts, image: image.id, cost: '12', status: 'pending', ...body }
  return (await storedEvent(service, event, 'contributor')).id
}

describe('the review, in a browser', { timeout: 280_000 }, () => {
  test('the menu says how many events wait, in both languages, and none says nothing', async () => {
    const count = ({ page }: Person) => page.locator('.menu .badge')
    assert.equal(await count(en).count(), 0)
    await storedEvent(service, { title: 'One', status: 'pending' }, 'contributor')
    const two = await storedEvent(service, { title: 'Two', status: 'pending' }, 'contributor')
    await open(fr, '/venues')
    await count(fr).getByText('2 évènements attendent').waitFor()
    assert.deepEqual(await axeFindings(fr.page), [])
    await takeScreenshot(fr.page, 'review-count')
    const page = await open(en, '/review')
    await count(en).getByText('2 events wait').waitFor()
    await page.getByRole('button', { name: 'Approve One' }).click()
    await count(en).getByText('One event waits').waitFor()
    await change(two.id, { status: 'publish' }, 'editor')
  })

  test('an entry of the queue shows both languages, image, place, notes and what changed since; then the next one opens', async () => {
    const venue = { venue: 'Old mill', city: 'Lyon' }
    const first = await submitted('First', { venue })
    await submitted('Second', { timezone: 'America/Vancouver' })
    assert.equal((await sendBack(first, 'Please add the price.')).status, 200)
    await change(first, { cost: '15', title: 'First of all', status: 'pending' })

    for (const { page, language, faults } of [fr, en]) {
      await open(language === 'fr' ? fr : en, '/review')
      const entry = opened(page)
      await entry.getByText('Please add the price.').waitFor()
      await entry.locator('del', { hasText: 'First' }).or(entry.locator('ins')).first().waitFor()
      const words = await entry.innerText()
      for (const word of ['Tout.', 'Old mill', 'Lyon', 'Camille', '12', '15', 'A mill'])
        assert.ok(words.includes(word), `${language}: ${word}`)
      // in the heading and in the details, where a day stands for start and end
      assert.equal(words.match(/2027/g)?.length, 2, words)
      // where a link leads is read, and nothing of a text is markup
      assert.ok(words.includes('friends (https://spam.example.org)'))
      assert.equal(await entry.locator('a[href*=spam]').count(), 0)
      const isLoaded = "document.querySelector('.is-open figure img').naturalWidth > 0"
      await becomes(() => page.evaluate<boolean>(isLoaded), true)
      assert.ok((await inQueue(page, 1).innerText()).includes('America/Vancouver'))
      assert.deepEqual(faults, [])
    }
    await isFine(fr.page, 'review-queue')
    const { page } = en
    await page.getByRole('button', { name: 'Approve First of all' }).click()
    await page.getByText('“First of all” is published.').waitFor()
    await opened(page).getByText('All about Second').waitFor()
    assert.equal(await statusOf(first), 'publish')
    await press(page, 'Undo')
    await inQueue(page, 1).waitFor()
    assert.equal(await statusOf(first), 'pending')
    // by keys: to the one before, and on
    await page.keyboard.press('k')
    await opened(page).getByText('All about First').waitFor()
    await page.keyboard.press('j')
    await opened(page).getByText('All about Second').waitFor()
  })

  test('several events are approved at once, one that changed meanwhile is named and waits, and all are undone', async () => {
    const third = await submitted('Third')
    const withPlace = await submitted('With a place', { venue: { venue: 'Salle Nord' } })
    const page = await open(en, '/review')
    await inQueue(page, 2).waitFor()
    service.clock.advance(60)
    await change(third, { title: 'Third, changed' })
    await page.getByLabel('Select all on this page').check()
    await press(page, 'Approve 4 events')
    await page.getByText('3 done, 1 refused').waitFor()
    await page.getByText('Third, changed – It has changed since and was left alone.').waitFor()
    await page.getByText(/Also published: .*Salle Nord\./).waitFor()
    await page.getByText('All about Third').waitFor()
    assert.equal(await statusOf(third), 'pending')
    await press(page, 'Undo')
    await inQueue(page, 3).waitFor()
    await change(withPlace, { status: 'trash' }, 'editor')
  })

  test('an approved event is published with its new place, which the message names, and both are taken back (fr)', async () => {
    const id = await submitted('Sixth', { venue: { venue: 'Salle Nina', city: 'Lyon' } })
    const page = await open(fr, '/review')
    const onPage = async () => {
      const { url } = (await service.send('GET', `/events/${id}`, { as: 'editor' })).body
      return (await fetch(new URL(new URL(url).pathname, service.address))).text()
    }
    await page.getByRole('button', { name: 'Approuver Sixth (fr)' }).click()
    await page.getByText('Également publié : Salle Nina.').waitFor()
    assert.match(await onPage(), /Salle Nina/)
    await page.locator('.toast').getByRole('button', { name: 'Annuler' }).click()
    await becomes(() => statusOf(id), 'pending')
    const { venue } = (await service.send('GET', `/events/${id}`, { as: 'editor' })).body
    await becomes(
      async () => (await service.send('GET', `/venues/${venue.id}`, { as: 'editor' })).body.status,
      'draft',
    )
    // an editor who links it sees that visitors will not
    await open(fr, `/events/${id}`)
    await page.getByText('non publié : le public ne le voit pas').waitFor()
    await change(id, { status: 'trash' }, 'editor')
  })

  test('a note stays where the event has changed meanwhile, and goes with the next try', async () => {
    const id = await submitted('Fourth')
    const page = await open(en, '/review')
    await page.getByText('By Camille').first().waitFor()
    await page.getByRole('button', { name: 'Send back Fourth to its author' }).click()
    const window = page.getByRole('dialog')
    await window.getByLabel('Note to the author').fill('The price, please.')
    assert.deepEqual(await axeFindings(page), [])
    service.clock.advance(60)
    await change(id, { cost: '14' })
    const send = window.getByRole('button', { name: 'Send back', exact: true })
    const queue = page.waitForResponse(/\/events\?.*per_page=50/)
    await send.click()
    await page.getByText('Someone else changed it in the meantime').waitFor()
    assert.equal(await window.getByRole('textbox').inputValue(), 'The price, please.')
    assert.equal(await statusOf(id), 'pending')
    await (await queue).finished()
    await send.click()
    await window.waitFor({ state: 'detached' })
    await page.getByText('“Fourth” is a draft again.').waitFor()
    assert.equal(await statusOf(id), 'draft')
    const path = `${service.address}/admin/api/events/${id}/versions`
    const { versions } = (await service.send('GET', path, { as: 'editor' })).body
    assert.equal(versions[0].note, 'The price, please.')
    await change(id, { status: 'trash' }, 'editor')
  })

  test('contributors begin with their own desk, see what was returned, and add an image that waits with the event', async () => {
    await storedEvent(service, { title: 'Of another' })
    const { id } = await storedEvent(service, { title: 'Mine', status: 'pending' }, 'contributor')
    await sendBack(id, 'An image, please.')
    const { page } = contributor
    await contributor.signIn('contributor', password)
    await page.waitForURL(/\/today$/)
    await page.getByText('One of your events was returned').waitFor()
    await page.getByText('returns it with a note').waitFor()
    await becomes(() => page.locator('.desk .number').first().innerText(), '1')
    await page.getByRole('link', { name: 'Drafts' }).click()
    await page.getByText('“An image, please.”').waitFor()
    assert.equal(await page.getByText('Of another').count(), 0)
    assert.deepEqual(await axeFindings(page), [])
    await takeScreenshot(page, 'returned')
    await page.getByRole('note').getByRole('link', { name: 'Mine' }).click()
    await page.locator('form.editor').waitFor()
    await page.getByRole('note').getByText('An image, please.').waitFor()
    await page.getByLabel('Alternative text (English)').fill('A mill')
    // a URL is fetched for those who publish
    assert.equal(await page.getByText('Copy it').count(), 0)
    const chooser = page.waitForEvent('filechooser')
    await press(page, 'Upload an image')
    const { buffer } = await pixels('mill.png')
    await (await chooser).setFiles({ name: 'mill.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Remove the image' }).waitFor()
    await input(page, 'cost').fill('3')
    await press(page, 'Submit for review')
    await becomes(() => statusOf(id), 'pending')
    const { image } = (await service.send('GET', `/events/${id}`, { as: 'editor' })).body
    assert.equal((await service.send('GET', image.url)).status, 404)
    await change(id, { status: 'publish' }, 'editor')
    assert.equal((await service.send('GET', image.url)).status, 200)
  })
})

describe('an event that was written before, in a browser', { timeout: 120_000 }, () => {
  test('an editor compares a version with now in both languages, brings it back, and takes that back', async () => {
    const { id } = await storedEvent(service, {
      title: 'Grand concert',
      cost: '5',
      translations: { fr: { title: 'Grand concert du soir' } },
    })
    const now = {
      title: 'Small concert',
      cost: '7',
      translations: { fr: { title: 'Petit concert du soir' } },
    }
    await change(id, now, 'editor')
    const page = await open(en, `/events/${id}`)
    await page.locator('form.editor').waitFor()
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const window = page.getByRole('dialog')
    await window.getByText('Cost · English (Title) · French (Title)').waitFor()
    await takeScreenshot(page, 'history-list')
    assert.deepEqual(await axeFindings(page), [])
    await window.getByRole('button', { name: 'Compare version 1 with now' }).click()
    await window.locator('del').first().waitFor()
    await becomes(() => window.locator('[lang=fr] del').allTextContents(), ['before: Grand'])
    await becomes(() => window.locator('[lang=fr] ins').allTextContents(), ['after: Petit'])
    await becomes(() => window.locator('tbody td').allTextContents(), ['5', '7'])
    assert.deepEqual(await axeFindings(page), [])
    await takeScreenshot(page, 'history-comparison')
    await window.getByRole('button', { name: 'Restore this version' }).click()
    const title = page.getByLabel('Title (French)', { exact: true })
    await page.getByText('Version 1 is back.').waitFor()
    await becomes(() => title.inputValue(), 'Grand concert du soir')
    assert.equal((await service.send('GET', `/events/${id}`)).body.title, 'Grand concert')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('h1', { hasText: 'Small concert' }).waitFor()
    assert.equal((await service.send('GET', `/events/${id}`)).body.title, 'Small concert')
  })

  test('rich text is underlined, has small headings and lines, and is stored as it stands', async () => {
    const { id, path } = await storedEvent(service, { description: '<p>Words</p>' })
    const page = await open(en, `/events/${id}`)
    const text = page.locator('.text[data-language=en] [data-field=description]')
    await text.locator('.tiptap').click()
    await page.keyboard.press('Control+a')
    await text.getByRole('button', { name: 'Underline' }).click()
    await page.keyboard.press('End')
    await text.getByRole('button', { name: 'Horizontal line' }).click()
    await page.keyboard.type('More')
    // before the text skips a level of headings, as its writer may
    assert.deepEqual(await axeFindings(page), [])
    await text.getByRole('button', { name: 'Small heading' }).click()
    await press(page, 'Update')
    await untilSaved(page)
    const { body } = await service.send('GET', path, { as: 'editor', query: { context: 'edit' } })
    assert.equal(body.editing.texts.en.description, '<p><u>Words</u></p><hr /><h4>More</h4>')
  })
})
