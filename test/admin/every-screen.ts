import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Language } from '../../src/define/text/language.ts'
import { signIn, startAdmin, startWithoutAccounts } from '../support/admin.ts'
import { axeFindings, openBrowser, takeScreenshot, widthOf } from '../support/browser.ts'
import { type Person, sitDown } from '../support/person.ts'
import { pixels } from '../support/pixels.ts'
import type { Service } from '../support/service.ts'

const widest = 1280
const widths = [widest, 360]

/** Something of everything, so that every screen has something to show. */
async function fill({ send, bearer, root }: Service) {
  const create = async (path: string, body: object, as = 'editor') => {
    const reply = await send('POST', path, { as, body })
    assert.equal(reply.status, 201, reply.text)
    return Number(reply.body.id)
  }
  const { buffer } = await pixels('mill.png')
  const file = new FormData()
  file.append('file', new Blob([new Uint8Array(buffer)]), 'mill.png')
  file.append('alt', 'Wheels in the water')
  const { authorization } = await bearer('editor', {})
  const sent = await fetch(`${root.plain}/images`, {
    method: 'POST',
    body: file,
    headers: { Authorization: authorization },
  })
  assert.equal(sent.status, 201)
  const { id: image } = (await sent.json()) as { id: number }
  const venue = await create('/venues', {
    venue: 'Old mill',
    city: 'Lyon',
    translations: { fr: { venue: 'Vieux moulin' } },
    geo_lat: 45.76,
    geo_lng: 4.83,
  })
  const organizer = await create('/organizers', { organizer: 'The neighbours' })
  const music = await create('/categories', { name: 'Music' })
  await create('/categories', { name: 'Jazz', parent: music })
  const dates = { start_date: '2041-05-10 20:00', end_date: '2041-05-10 22:00' }
  await create('/events', {
    title: 'Concert',
    description: '<p>Loud.</p>',
    ...dates,
    venue,
    organizer,
    categories: ['Music'],
    tags: ['outside'],
    image,
    cost: '5',
    translations: { fr: { title: 'Concert de jazz' } },
  })
  await create('/events', { title: 'Ball', ...dates, event_status: 'cancelled' })
  await create('/events', { title: 'Fair', ...dates, status: 'pending' }, 'contributor')
}

const isOf = (language: Language, path: string) =>
  path.startsWith(language === 'fr' ? '/fr/admin' : '/admin')

/** The paths of all links to other screens. */
const linked = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.menu a, main a')].map(a => a.origin === location.origin ? a.pathname : '')`,
  )

/**
 * The findings about a screen, wide and narrow, light and dark. Colours are the same in the other language; its words are longer, so the dark form is
 * only tested where there is least room for them.
 */
async function findingsOf({ page, language }: Pick<Person, 'page' | 'language'>, name: string) {
  const matches: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const report = (finding: string) => matches.push(`${name}, ${width}: ${finding}`)
    if ((await widthOf(page)) > width) report('scrolls sideways')
    for (const finding of await axeFindings(page)) report(finding)
    await takeScreenshot(page, `screen${name.replaceAll('/', '-')}-${language}-${width}`)
    if (language === 'fr' && width === widest) continue
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const finding of await axeFindings(page, { colors: true })) report(`dark: ${finding}`)
    await takeScreenshot(page, `screen${name.replaceAll('/', '-')}-${language}-${width}-dark`)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await page.setViewportSize({ width: widest, height: 900 })
  return matches
}

/** A file for each language tells this, so that neither takes long. */
export function everyScreen(language: Language) {
  let browser: Browser
  let service: Service
  before(async () => {
    service = await startAdmin({ submissions: 100 })
    browser = await openBrowser()
    await fill(service)
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  describe(`axe finds nothing, and nothing is too wide, in ${language}`, {
    timeout: 290_000,
  }, () => {
    test('on every screen that the menu or a screen leads to', async () => {
      const person = await sitDown(browser, service.address, { language })
      const home = new URL(person.base).pathname
      await signIn(person.page, service, 'administrator', { path: home })
      await person.settled()
      const matches: string[] = []
      // one of each kind: the record is another, the screen the same
      const kinds = new Set<string>()
      const rest = [new URL(person.page.url()).pathname, `${home}/nowhere`]
      for (let path = rest.shift(); path; path = rest.shift()) {
        const kind = path.replace(/\/\d+(?=\/|$)/g, '/:id').replace(/\/$/, '')
        if (kinds.has(kind)) continue
        kinds.add(kind)
        await person.goWithin(path.slice(home.length))
        matches.push(...(await findingsOf(person, path)))
        rest.push(...(await linked(person.page)).filter(path => isOf(language, path)))
      }
      assert.deepEqual(matches, [])
      for (const each of ['events', 'events/new', 'events/:id', 'images', 'calendar', 'users/:id'])
        assert.ok(
          [...kinds].some(kind => kind.endsWith(`/admin/${each}`)),
          `${each} was seen`,
        )
      assert.deepEqual(person.faults, [])
      await person.close()
    })

    test('signing in: first run, sign-in, a link, and an expired link', async t => {
      const fresh = await startWithoutAccounts()
      t.after(fresh.close)
      const person = await sitDown(browser, fresh.address, { language })
      const at = (url: string) => (language === 'fr' ? url.replace('/admin/', '/fr/admin/') : url)
      const { token } = await service.accounts.link('subscriber')
      const matches: string[] = []
      for (const [name, address] of [
        ['set-up', at(fresh.setUp)],
        ['sign-in', at(`${service.address}/admin/`)],
        ['link', at(`${service.address}/admin/#link=${token}`)],
        ['link-over', at(`${service.address}/admin/#link=over`)],
      ] as const) {
        await person.page.goto('about:blank')
        await person.page.goto(address)
        await person.settled()
        matches.push(...(await findingsOf(person, name)))
      }
      assert.deepEqual(matches, [])
      await person.close()
    })
  })
}
