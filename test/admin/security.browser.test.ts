import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { forms } from '../../src/admin/forms/model.ts'
import { openTab } from '../accounts/browser-like.ts'
import { signIn, startAdmin } from '../support/admin.ts'
import { openBrowser } from '../support/browser.ts'
import { type Person, sitDown } from '../support/person.ts'
import { type Role, roles, type Service } from '../support/service.ts'

/** It says so if any of it runs, and it is found if any of it becomes part of a page. */
const hostile = `"><img class=owned src=x onerror=owned=1><script class=owned>owned=1</script><svg class=owned onload=owned=1>{{owned=1}}`

let browser: Browser
let service: Service
before(async () => {
  service = await startAdmin()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await service?.close()
})

const menuOf = ({ page }: Person) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.menu a')].map(a => a.pathname)`)

/** The requests of each screen in the menu of a role, by path. */
async function requestsBy(role: Role) {
  const person = await sitDown(browser, service.address)
  // before the first screen of the menu: the requests of the app when it starts
  const byScreen = new Map([['', new Set<string>()]])
  const refused: string[] = []
  let path = ''
  person.page.on('response', response => {
    const { pathname, search } = new URL(response.url())
    if (!/^\/(admin\/api|cal)\//.test(pathname)) return
    byScreen.get(path)?.add(`${response.request().method()} ${pathname}${search}`)
    if (response.status() >= 400) refused.push(`${response.status()} ${pathname}${search}`)
  })
  await signIn(person.page, service, role)
  await person.settled()
  for (path of await menuOf(person)) {
    byScreen.set(path, new Set())
    // what it asks by itself, and not what is known from another screen
    if (role === 'administrator') await person.page.goto(service.address + path)
    else await person.goWithin(path.slice('/admin'.length))
    await person.settled()
  }
  await person.close()
  return { requests: byScreen, refused, faults: person.faults }
}

describe('the screens, as attackers see them', { timeout: 290_000 }, () => {
  test('a role may send the requests of its screens, and not those of other screens', async () => {
    const all = await requestsBy('administrator')
    assert.ok(all.requests.size >= 10)
    for (const role of roles) {
      const own = role === 'administrator' ? all : await requestsBy(role)
      assert.deepEqual([own.refused, own.faults], [[], []], role)
      const mine = new Set([...own.requests.values()].flatMap(requests => [...requests]))
      const tab = openTab(service)
      assert.equal((await tab.signIn(role)).status, 200)
      for (const [screen, requests] of all.requests) {
        if (own.requests.has(screen)) continue
        // of records everyone is told what they may see: that is tried in test/access
        const others = [...requests].filter(
          request => request.startsWith('GET /admin/api/') && !mine.has(request),
        )
        assert.ok(others.length > 0 || screen === '/admin/review', `${screen} asks something`)
        for (const request of others) {
          const { status, text } = await tab.send('GET', request.replace('GET ', ''))
          assert.equal(status, 403, `${role} ${request} ${text}`)
        }
      }
      tab.close()
    }
  })

  test('a session may not write what the screens of its role do not offer', async () => {
    const named = (kind: string, title: string) => ({
      [forms[kind]?.titled ?? 'title']: title,
      ...(kind === 'event' && { start_date: '2041-05-10', end_date: '2041-05-11' }),
    })
    for (const role of roles) {
      const tab = openTab(service)
      const { body } = await tab.signIn(role)
      for (const kind of ['event', 'venue', 'organizer', 'category', 'tag']) {
        const may = body.may[kind]
        const path = `/${forms[kind]?.path}`
        const at = new URL(service.root.plain + path).pathname
        const theirs = await service.send('POST', path, {
          as: 'administrator',
          body: named(kind, `Theirs ${role}`),
        })
        const isAllowed = async (method: string, to: string, sent?: object) =>
          (await tab.send(method, to, sent)).status < 300
        const mayChange = (may.change_published ?? may.change) === 'all'
        const mayRemove = (may.remove_published ?? may.remove) === 'all'
        const one = `${at}/${theirs.body.id}`
        assert.deepEqual(
          {
            create: await isAllowed('POST', at, named(kind, `By ${role}`)),
            change: await isAllowed('PATCH', one, named(kind, `Theirs, by ${role}`)),
            remove: await isAllowed('DELETE', one),
          },
          { create: may.create, change: mayChange, remove: mayRemove },
          `${role} ${kind}`,
        )
      }
      tab.close()
    }
  })

  test('HTML in any text of any record runs nowhere and becomes no part of a screen', async () => {
    const person = await sitDown(browser, service.address)
    const { page } = person
    const paths: string[] = []
    for (const { name, path, titled, fields } of Object.values(forms)) {
      if (name === 'image') continue
      const dates = name === 'event' ? { start_date: '2041-05-10', end_date: '2041-05-11' } : {}
      const as = name === 'event' ? 'contributor' : 'editor'
      const pending = name === 'event' ? { status: 'pending' } : {}
      const created = await service.send('POST', `/${path}`, {
        as,
        body: { [titled]: `Title ${hostile}`, ...dates, ...pending },
      })
      assert.equal(created.status, 201, created.text)
      const at = `/${path}/${created.body.id}`
      paths.push(`/${path}`, at)
      for (const field of fields) {
        if (!['line', 'html', 'url', 'email', 'tel', 'slug'].includes(field.as)) continue
        const body = { [field.name]: hostile, translations: { fr: { [field.name]: hostile } } }
        // what no such text can be is refused
        const { status } = await service.send('PATCH', at, { as: 'editor', body })
        assert.ok(status === 200 || status === 400, `${field.name}: ${status}`)
      }
    }
    for (const field of ['name', 'login'] as const)
      if (field === 'name') await service.accounts.change('contributor', { name: hostile })
    const tab = openTab(service)
    await tab.signIn('administrator')
    await tab.send('POST', 'tokens', { type: 'token', name: hostile })
    await tab.send('PATCH', 'account', { name: hostile })
    tab.close()
    await signIn(person.page, service, 'administrator')
    const month = '/calendar?view=month&date=2041-05-01'
    const people = ['/users', `/users/${service.users.contributor}`, '/tokens', '/account']
    for (const path of [...paths, '/activity', '/review', month, ...people]) {
      await person.goWithin(path)
      const violations = await page.evaluate<[unknown, number]>(
        `[globalThis.owned, document.querySelectorAll('.owned, [onerror], [onload]').length]`,
      )
      assert.deepEqual(violations, [undefined, 0], path)
    }
    // a script that was held back would be told here too
    assert.deepEqual(person.faults, [])
    await person.close()
  })

  test('no page of the screens is framed, whatever its address says', async () => {
    for (const path of ['/admin', '/admin/', '/fr/admin/', '/admin/events/1', '/admin/no/where']) {
      const { headers } = await service.send('GET', service.address + path)
      if (headers.location) continue
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /frame-ancestors 'none'/, path)
      assert.match(policy, /script-src 'self';/, path)
      assert.doesNotMatch(policy, /unsafe/, path)
      assert.equal(headers['x-content-type-options'], 'nosniff', path)
      assert.match(String(headers['cache-control']), /no-store|private/, path)
    }
  })
})

const ways = [
  { button: 'Sign out', link: 'Users', read: '/admin/api/users' },
  { button: 'Sign out everywhere', link: 'Your account', read: '/admin/api/sessions' },
]
for (const { button, link, read } of ways)
  test(`reads in progress are aborted without an error: ${button}`, async () => {
    const person = await sitDown(browser, service.address)
    const { page, faults } = person
    await signIn(page, service, 'administrator')
    await person.settled()
    const signedOut = Promise.withResolvers<void>()
    await page.route(
      ({ pathname }) => pathname === read,
      async route => {
        if (route.request().method() === 'GET') await signedOut.promise
        await route.continue().catch(() => {})
      },
    )
    const held = page.waitForRequest(request => new URL(request.url()).pathname === read)
    const givenUp = page.waitForEvent('requestfailed')
    await page.getByRole('link', { name: link, exact: true }).click()
    await held
    const ended = page.waitForResponse(each => each.request().method() === 'DELETE' && each.ok())
    await person.press(button)
    if (button !== 'Sign out') await person.press(button, person.window())
    await ended
    signedOut.resolve()
    assert.equal(new URL((await givenUp).url()).pathname, read)
    await person.heading('Sign in').waitFor()
    await person.settled()
    assert.deepEqual(faults, [])
    await person.close()
  })
