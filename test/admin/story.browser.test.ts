import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { messages as editorWords } from '../../src/admin/fields/messages.ts'
import { messages } from '../../src/admin/messages.ts'
import { messages as accountWords } from '../../src/admin/screens/account/messages.ts'
import { messages as agendaWords } from '../../src/admin/screens/agenda/messages.ts'
import { messages as tableWords } from '../../src/admin/screens/records/messages.ts'
import { messages as reviewWords } from '../../src/admin/screens/review/messages.ts'
import { messages as tokenWords } from '../../src/admin/screens/tokens/messages.ts'
import { messages as userWords } from '../../src/admin/screens/users/messages.ts'
import { type Language, languages } from '../../src/define/text/language.ts'
import { password, startWithoutAccounts } from '../support/admin.ts'
import { labelOf, manyOf, type Person, sitDown, textOf } from '../support/person.ts'
import { pixels } from '../support/pixels.ts'
import { shareBrowser } from '../support/shared-browser.ts'

const titles = { en: 'Night of jazz', fr: 'Nuit du jazz' }
const venues = { en: 'Old mill', fr: 'Vieux moulin' }
const pages = { en: '/event/night-of-jazz/', fr: '/fr/evenement/nuit-du-jazz/' }
const feeds = { en: '/events.ics', fr: '/fr/evenements.ics' }
const both = async (of: (language: Language) => Promise<void>) => {
  await Promise.all(languages.map(of))
}

let browser: Browser
let service: Awaited<ReturnType<typeof startWithoutAccounts>>
/** The operator at two screens: each language has its turn. */
let operator: Record<Language, Person>
const people: Person[] = []
before(async () => {
  browser = await shareBrowser()
  service = await startWithoutAccounts()
  operator = { en: await arrives('en'), fr: await arrives('fr') }
})
after(async () => {
  await browser?.close()
  await service?.close()
})

/** A person with a browser of their own. */
async function arrives(language: Language) {
  const person = await sitDown(browser, service.address, { language })
  people.push(person)
  return person
}
const linkFor = (url: string, { language }: Person) =>
  language === 'fr' ? url.replace('/admin/#', '/fr/admin/#') : url

/** The response to anyone at an address of the site. */
async function visit(path: string) {
  const response = await fetch(service.address + path)
  return { status: response.status, text: await response.text() }
}
const feed = async (of: Language) =>
  (await visit(`${feeds[of]}?start_date=2041-01-01&end_date=2042-01-01`)).text

/** Invites a person, who opens the link and chooses a password. */
async function invited(login: string, role: string, language: Language) {
  const alice = operator.en
  await alice.follow(messages.users)
  await alice.press(userWords.invite)
  const window = alice.window()
  await alice.type(messages.newLogin, login, window)
  await window.getByLabel(alice.said(userWords.role)).selectOption(role)
  await alice.press(userWords.send, window)
  const link = alice.input(alice.said(userWords.link, { login }))
  const url = await link.inputValue()
  await alice.press(messages.close, window)
  const person = await arrives(language)
  await person.page.goto(linkFor(url, person))
  await person.type(messages.password, password)
  await person.press(messages.save)
  await person.link(messages.account).waitFor()
  return person
}

describe('the story of a calendar, in both languages by turns', { timeout: 280_000 }, () => {
  test('the operator becomes administrator by the code that the service printed, and signs in', async () => {
    const alice = operator.fr
    await alice.page.goto(linkFor(service.setUp, alice))
    await alice.heading(messages.firstRun).waitFor()
    await alice.type(messages.newLogin, 'alice')
    await alice.type(messages.choosePassword, password)
    await alice.press(messages.createAccount)
    await alice.settled()
    await alice.press(messages.signOut)
    await alice.heading(messages.signIn).waitFor()
    for (const person of [operator.fr, operator.en]) {
      // the start screen would lead to the language of the account
      await person.signIn('alice', password, '/events')
      await person.link(messages.users).waitFor()
    }
  })

  test('an event is written in both languages, with an image, a new venue and a new category (fr)', async () => {
    const alice = operator.fr
    await alice.follow(manyOf('event'))
    await alice.follow(alice.said(tableWords.new, { a: 'un évènement' }))
    for (const of of languages) await alice.type(textOf('event', 'title', of), titles[of])
    await alice.type(textOf('event', 'description', 'en'), 'All night long.')
    await alice.type(textOf('event', 'description', 'fr'), 'Toute la nuit.')
    await alice.type(labelOf('event', 'start_date'), '2041-05-13T20:00')
    await alice.type(labelOf('event', 'end_date'), '2041-05-13T22:00')

    const name = venues.fr
    const venue = alice.page.getByRole('combobox', {
      name: alice.said(labelOf('event', 'venue')),
    })
    await venue.fill(name)
    await alice.page
      .getByRole('option', { name: alice.said(editorWords.makeNamed, { name }) })
      .click()
    const window = alice.window()
    for (const of of languages) await alice.type(textOf('venue', 'venue', of), venues[of], window)
    await alice.press(editorWords.add, window)
    await alice.reads(name)

    const category = alice
      .input(editorWords.newCategory)
      .or(alice.page.getByRole('combobox', { name: alice.said(editorWords.newCategory) }))
    await category.fill('Concerts')
    await category.press('Enter')

    await alice.type('Texte alternatif (français)', 'Une trompette')
    await alice.page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await pixels('trumpet.png'))
    await alice.button(editorWords.removeImage).waitFor()
    await alice.press(editorWords.publish)
    // drafts are saved by themselves: that it is saved says not yet that it is out
    await alice.button(editorWords.update).waitFor()
  })

  test('its page and the feed show it in both languages', () =>
    both(async of => {
      const { status, text } = await visit(pages[of])
      assert.equal(status, 200)
      for (const expected of [titles[of], venues[of], 'Concerts', '/uploads/'])
        assert.ok(text.includes(expected), `${expected} on ${pages[of]}`)
      const calendar = await feed(of)
      assert.match(calendar, new RegExp(`SUMMARY.*:${titles[of]}\r`))
      assert.match(calendar, new RegExp(`LOCATION.*:${venues[of]}`))
      assert.match(calendar, /DTSTART.*:20410513T200000/)
    }))

  test('it is moved by drag in the calendar, and its page and the feed follow', async () => {
    const alice = operator.en
    const { page } = alice
    await alice.go('/calendar?view=month&date=2041-05-01')
    await page.locator('.agenda').getByText(titles.en).hover()
    await page.mouse.down()
    const there = await page.locator('.agenda [data-date="2041-05-22"]').first().boundingBox()
    assert.ok(there)
    const [x, y] = [there.x + there.width / 2, there.y + there.height / 2]
    // a drag begins after a few steps
    for (const step of [40, 20, 0]) await page.mouse.move(x - step, y - step, { steps: 5 })
    await page.mouse.up()
    await alice.reads(agendaWords.moved, { name: titles.en })
    await both(async of => {
      assert.match(await feed(of), /DTSTART.*:20410522T200000/)
      assert.match((await visit(pages[of])).text, /2041-05-22T20:00/)
    })
  })

  test('it is marked cancelled, with a reason, and its page and the feed say so (fr)', async () => {
    const alice = operator.fr
    const { page } = alice
    await alice.go('/calendar?view=month&date=2041-05-01')
    await page.locator('.agenda').getByText(titles.fr).click()
    await alice.follow(tableWords.wholeEditor)
    const status = labelOf('event', 'event_status')
    await page.getByRole('button', { name: alice.said(status) }).click()
    const cancelled = { en: 'Cancelled', fr: 'Annulé' }
    await page.getByRole('option', { name: alice.said(cancelled), exact: true }).click()
    await alice.type(textOf('event', 'event_status_reason', 'en'), 'The trumpet is ill.')
    await alice.type(textOf('event', 'event_status_reason', 'fr'), 'La trompette est malade.')
    await alice.press(editorWords.update)
    await alice.reads(editorWords.allSaved)
    const reasons = { en: 'The trumpet is ill.', fr: 'La trompette est malade.' }
    await both(async of => {
      const { text } = await visit(pages[of])
      assert.ok(text.includes(cancelled[of]) && text.includes(reasons[of]), of)
      assert.match(await feed(of), /STATUS:CANCELLED/)
    })
  })

  test('it goes to the trash, and comes back at once (fr)', async () => {
    const alice = operator.fr
    await alice.press(editorWords.trash)
    await alice.reads(editorWords.trashed)
    await both(async of => assert.notEqual((await visit(pages[of])).status, 200))
    await alice.undo(editorWords.trashed)
    await alice.button(editorWords.update).waitFor()
    await both(async of => assert.equal((await visit(pages[of])).status, 200))
  })

  test('a submission of a contributor is public once an editor approves it', async () => {
    const carol = await invited('carol', 'contributor', 'fr')
    const edith = await invited('edith', 'editor', 'en')
    await carol.go('/events/new')
    await carol.type(textOf('event', 'title', 'fr'), 'Bal')
    await carol.type(labelOf('event', 'start_date'), '2041-07-14T20:00')
    await carol.type(labelOf('event', 'end_date'), '2041-07-14T23:00')
    assert.equal(await carol.button(editorWords.publish).count(), 0)
    await carol.press(editorWords.submit)
    await carol.reads(editorWords.submitted)
    const path = '/fr/evenement/bal/'
    assert.notEqual((await visit(path)).status, 200)

    await edith.follow(messages.review)
    await edith.press(edith.said(reviewWords.approveOne, { title: 'Bal' }))
    await edith.reads(reviewWords.none)
    assert.equal((await visit(path)).status, 200)
  })

  test('a token is made, and a program writes by it', async () => {
    const alice = operator.en
    await alice.follow(messages.tokens)
    await alice.press(tokenWords.create)
    await alice.type(tokenWords.name, 'website', alice.window())
    await alice.press(tokenWords.make, alice.window())
    const secret = await alice.input(tokenWords.secret).inputValue()
    await alice.press(messages.close, alice.window())
    const response = await fetch(`${service.address}/cal/events/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        title: 'By a program',
        start_date: '2041-08-01',
        end_date: '2041-08-01',
      }),
    })
    assert.equal(response.status, 201, await response.text())
  })

  test('nothing went wrong in any of their browsers, and nothing went to another host', () => {
    assert.deepEqual(
      people.flatMap(({ faults }) => faults),
      [],
    )
  })

  test('signing out everywhere ends the other sessions too', async () => {
    const { en: elsewhere, fr: alice } = operator
    await alice.follow(messages.account)
    await alice.press(accountWords.endAll)
    await alice.press(accountWords.endAll, alice.window())
    await alice.heading(messages.signIn).waitFor()
    await elsewhere.page.reload()
    await elsewhere.heading(messages.signIn).waitFor()
  })
})
