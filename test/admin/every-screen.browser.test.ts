import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { forms } from '../../src/admin/forms/model.ts'
import { mayDoMany } from '../../src/admin/forms/rights.ts'
import { messages } from '../../src/admin/messages.ts'
import { messages as accountWords } from '../../src/admin/screens/account/messages.ts'
import { messages as tableWords } from '../../src/admin/screens/records/messages.ts'
import { inEachLanguage, type Language, languages } from '../../src/define/text/language.ts'
import { openTab } from '../accounts/browser-like.ts'
import { password, signIn, startAdmin, startWithoutAccounts } from '../support/admin.ts'
import { axeFindings, takeScreenshot, widthOf } from '../support/browser.ts'
import { type Person, sitDown } from '../support/person.ts'
import { type Role, roles, type Service } from '../support/service.ts'
import { shareBrowser } from '../support/shared-browser.ts'
import { fill, fillWithHostileText, month, ownedIn } from './screen-samples.ts'

/** Bytes of the first screen, as a browser takes them. */
const maxWeight = 250_000
/** HTTP/1.1 loads six at a time. */
const maxFiles = 30
/** The widths of screens in a language, the one that axe examines last: French words, which are longer, get the least room. */
const widths = { en: [1280], fr: [1280, 360] }
const ownWidth = ({ language }: Pick<Person, 'language'>) => widths[language].at(-1) ?? 0

let browser: Browser
let service: Service
let people: Record<Language, Person>
let hostilePaths: string[]
before(async () => {
  service = await startAdmin({ submissions: 100 })
  browser = await shareBrowser()
  await fill(service)
  hostilePaths = await fillWithHostileText(service)
  const arrive = (language: Language) =>
    sitDown(browser, service.address, { language, width: ownWidth({ language }) })
  people = { en: await arrive('en'), fr: await arrive('fr') }
})
after(async () => {
  await browser?.close()
  await service?.close()
})

/** The paths of all links to other screens. */
const linked = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.menu a, main a')].map(a => a.origin === location.origin ? a.pathname : '')`,
  )

/**
 * The findings about a screen: what scrolls sideways, and what axe finds. Colours are the same in both languages: one of them is seen in
 * the dark.
 */
async function findingsOf(person: Pick<Person, 'page' | 'language'>, name: string) {
  const { page, language } = person
  const findings: string[] = []
  const own = ownWidth(person)
  for (const width of widths[language]) {
    await page.setViewportSize({ width, height: 900 })
    if ((await widthOf(page)) > width) findings.push(`scrolls sideways at ${width}`)
  }
  findings.push(...(await axeFindings(page)))
  const screenshot = `screen${name.replaceAll('/', '-')}-${language}-${own}`
  await takeScreenshot(page, screenshot)
  if (language === 'fr') return findings.map(finding => `${name}, ${own}: ${finding}`)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await axeFindings(page, { colors: true })
  findings.push(...inTheDark.map(finding => `dark: ${finding}`))
  await takeScreenshot(page, `${screenshot}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  return findings.map(finding => `${name}, ${own}: ${finding}`)
}

/** Notes the requests of each screen to the API. */
function noteRequests(page: Page) {
  const byScreen = new Map<string, Set<string>>()
  let requests = new Set<string>()
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/admin/api/')) requests.add(`${request.method()} ${pathname}${search}`)
  })
  return {
    byScreen,
    begin(screen: string) {
      requests = byScreen.get(screen) ?? new Set()
      byScreen.set(screen, requests)
    },
  }
}

/** The requests of the screens of administrators, by path. */
const requests = inEachLanguage(() => new Map<string, Set<string>>())

describe('every screen', { timeout: 590_000 }, () => {
  test('the first one weighs 250 kB at most, compressed, in at most 30 files, in both languages', async () => {
    for (const { page, base } of Object.values(people)) {
      const files = new Set([`${base}/events`])
      page.on('request', request => {
        if (request.url().includes('/assets/')) files.add(request.url())
      })
      await signIn(page, service, 'administrator', { path: new URL(`${base}/events`).pathname })
      await page.locator('tbody tr').first().waitFor()
      // what is loaded for later is part of it
      await page.waitForLoadState('networkidle')
      let weight = 0
      for (const url of files) {
        const response = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
        await response.arrayBuffer()
        assert.equal(response.status, 200, url)
        weight += Number(response.headers.get('content-length'))
      }
      assert.ok(files.size > 3, 'its scripts and styles were counted')
      assert.ok(files.size <= maxFiles, `${base}: ${files.size} files`)
      assert.ok(weight <= maxWeight, `${base}: ${weight} bytes`)
    }
  })

  for (const language of languages)
    test(`axe finds nothing, nothing is too wide, and HTML in a text runs nowhere, wherever links lead (${language})`, async () => {
      const person = people[language]
      const { page } = person
      const home = new URL(person.base).pathname
      const notes = noteRequests(page)
      requests[language] = notes.byScreen
      const findings: string[] = []
      // one of each kind: the record is another, the screen the same; a new one of events alone has a form of its own
      const kinds = new Set<string>()
      const rest = [...hostilePaths, '', '/nowhere'].map(path => home + path)
      for (let path = rest.shift(); path; path = rest.shift()) {
        const kind = path.replace(/\/\d+(?=\/|$)|(?<!events)\/new$/g, '/:id')
        if (kinds.has(kind)) continue
        kinds.add(kind)
        notes.begin(path)
        await person.goWithin(path.slice(home.length))
        findings.push(...(await findingsOf(person, path)))
        assert.deepEqual(await page.evaluate(ownedIn), [undefined, 0], path)
        rest.push(...(await linked(page)).filter(to => to.startsWith(`${home}/`)))
      }
      await person.goWithin(month)
      assert.deepEqual(await page.evaluate(ownedIn), [undefined, 0], month)
      assert.deepEqual(findings, [])
      for (const each of ['events', 'events/new', 'events/:id', 'images', 'calendar', 'users/:id'])
        assert.ok(kinds.has(`${home}/${each}`), `${each} was seen`)
      // a script that was held back would be named here, and a request that was refused
      assert.deepEqual(person.faults, [])
    })
})

describe('the screens of a role, and those without a session', { timeout: 590_000 }, () => {
  test('a role may send the requests of its screens, and not those of other screens, and is offered what it may do', async () => {
    const person = await sitDown(browser, service.address)
    for (const role of roles.filter(role => role !== 'administrator')) {
      const { own, menu, offered } = await visitMenu(person, role)
      const tab = openTab(service)
      const { may } = (await tab.signIn(role)).body
      const expected = {
        add: may.event.create,
        select: mayDoMany(may.event),
        pages: may.page.create || may.page.translate,
      }
      assert.deepEqual(offered, expected, role)
      let refusals = 0
      for (const [screen, sent] of requests.en) {
        // lists of records are public, in the menu or not
        if ([...menu, ...lists].some(path => screen === path || screen.startsWith(`${path}/`)))
          continue
        for (const request of sent) {
          if (!request.startsWith('GET ') || own.has(withoutQuery(request))) continue
          // of events everyone is told what they may see: that is tried in test/accounts
          if (/^GET \/admin\/api\/(authors|events\/)/.test(request)) continue
          const { status, text } = await tab.send('GET', request.replace('GET ', ''))
          assert.equal(status, 403, `${role} ${request} ${text}`)
          refusals++
        }
      }
      assert.ok(refusals >= 3, `${role}: other screens ask something`)
      tab.close()
    }
    assert.deepEqual(person.faults, [])
    await person.close()
  })

  test('signing in: first run, sign-in, a link, and an expired link', async t => {
    const fresh = await startWithoutAccounts()
    t.after(fresh.close)
    const { token } = await service.accounts.link('subscriber')
    const findings: string[] = []
    for (const language of languages) {
      const person = await sitDown(browser, fresh.address, {
        language,
        width: ownWidth({ language }),
      })
      const at = (url: string) => (language === 'fr' ? url.replace('/admin/', '/fr/admin/') : url)
      for (const [name, address] of [
        ['set-up', at(fresh.setUp)],
        ['sign-in', at(`${service.address}/admin/`)],
        ['link', at(`${service.address}/admin/#link=${token}`)],
        ['link-over', at(`${service.address}/admin/#link=over`)],
      ] as const) {
        await person.page.goto('about:blank')
        await person.page.goto(address)
        await person.settled()
        findings.push(...(await findingsOf(person, name)))
      }
      await person.close()
    }
    assert.deepEqual(findings, [])
  })

  test('a browser keeps the session on its own machine, and shows it to no script', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`${service.address.replace('127.0.0.1', host)}/`)
      assert.deepEqual(await page.evaluate(byScript), ['signed-in', 201, ''], host)
      const [cookie] = await context.cookies()
      assert.deepEqual(
        [cookie?.name, cookie?.httpOnly, cookie?.secure, cookie?.sameSite],
        ['__Host-almanac', true, true, 'Lax'],
      )
      await context.close()
    }
  })

  const waysOut = {
    en: { press: messages.signOut, link: messages.users, read: '/admin/api/users' },
    fr: { press: accountWords.endAll, link: messages.account, read: '/admin/api/sessions' },
  }
  for (const language of languages)
    test(`reads in progress are aborted without an error: ${waysOut[language].press[language]}`, async () => {
      const person = people[language]
      const { page, faults } = person
      const { press, link, read } = waysOut[language]
      await page.goto(`${person.base}/events`)
      await person.settled()
      const signedOut = Promise.withResolvers<void>()
      const isRead = (url: string | URL) => new URL(url).pathname.endsWith(read)
      await page.route(isRead, async route => {
        if (route.request().method() === 'GET') await signedOut.promise
        await route.continue().catch(() => {})
      })
      const held = page.waitForRequest(request => isRead(request.url()))
      const aborted = page.waitForEvent('requestfailed')
      await page
        .getByRole('navigation')
        .getByRole('link', { name: person.said(link) })
        .click()
      await held
      const ended = page.waitForResponse(each => each.request().method() === 'DELETE' && each.ok())
      await person.press(press)
      if (press === accountWords.endAll) await person.press(press, person.window())
      await ended
      signedOut.resolve()
      assert.ok(isRead((await aborted).url()))
      await person.heading(messages.signIn).waitFor()
      await person.settled()
      assert.deepEqual(faults, [])
    })
})

/** The script of a page of the service: it signs in, and writes by the API. */
const byScript = `(async () => {
  const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
  const by = ${JSON.stringify({ login: 'editor', password })}
  await fetch('/admin/api/session', { ...sent, body: JSON.stringify(by) })
  const { state, token } = await (await fetch('/admin/api/session')).json()
  const made = await fetch('/cal/events/v1/events', {
    method: 'POST',
    headers: { ...sent.headers, 'X-Almanac-Session': token },
    body: '{"title":"By a page","start_date":"2027-05-10","end_date":"2027-05-11"}',
  })
  return [state, made.status, document.cookie]
})()`

const lists = Object.values(forms).map(({ path }) => `/admin/${path}`)
const withoutQuery = (request: string) => request.replace(/\?.*/, '')

/** Visits each screen in the menu of a role: with which requests, and what is offered to do with events. */
async function visitMenu(person: Person, role: Role) {
  const notes = noteRequests(person.page)
  notes.begin('')
  await signIn(person.page, service, role)
  await person.settled()
  const menu = await person.page.evaluate<string[]>(
    `[...document.querySelectorAll('.menu a')].map(a => a.pathname)`,
  )
  for (const path of menu) await person.goWithin(path.slice('/admin'.length))
  await person.goWithin('/events')
  await person.page.locator('tbody tr').first().waitFor()
  const isThere = async (it: Locator) => (await it.count()) > 0
  const offered = {
    add: await isThere(person.link(person.said(tableWords.new, { a: 'an event' }))),
    select: await isThere(person.page.getByRole('checkbox')),
    pages: menu.includes('/admin/pages'),
  }
  const all = [...notes.byScreen.values()].flatMap(each => [...each])
  return { menu, offered, own: new Set(all.map(withoutQuery)) }
}
