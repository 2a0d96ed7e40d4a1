import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { digits } from '../accounts/codes.ts'
import { password, signIn, startAdmin } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { look, openBrowser } from '../support/browser.ts'
import { isFine } from '../support/screens.ts'
import type { Service } from '../support/service.ts'

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

const field = (page: Page, name: string) => page.locator(`input[name=${name}]`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inWindow = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

describe('at work, in a browser', { timeout: 280_000 }, () => {
  test('a second factor is turned on with a first code, asked for at sign-in, and turned off', async () => {
    const { page, close } = await look(browser, service.address)
    await signIn(page, service, 'author', { path: '/admin/account' })
    await isFine(page, 'account')
    await press(page, 'Turn it on')
    await page.getByRole('dialog').locator('input[name=password]').fill(password)
    await press(page, 'Continue')
    const secret = await page.getByRole('textbox', { name: 'Key' }).inputValue()
    await isFine(page, 'second-factor')
    await field(page, 'code').fill('000000')
    await press(page, 'Confirm')
    await page.getByRole('alert').waitFor()
    await field(page, 'code').fill(digits(secret, service.clock))
    await press(page, 'Confirm')
    await page.getByText('Each opens your account once').waitFor()
    const codes = await page.locator('.codes code').allInnerTexts()
    assert.equal(codes.length, 10)
    await isFine(page, 'recovery-codes')
    await press(page, 'I’ve saved them')
    await page.getByText('10 recovery codes left').waitFor()

    await press(page, 'Sign out')
    await field(page, 'login').fill('author')
    await field(page, 'password').fill(password)
    await press(page, 'Sign in')
    await field(page, 'code').fill(codes[0] ?? '')
    await press(page, 'Sign in')
    await page.getByText('9 recovery codes left').waitFor()
    await press(page, 'Turn it off')
    await page.getByRole('dialog').locator('input[name=password]').fill(password)
    await inWindow(page, 'Turn it off')
    await page.getByText('It is off.').waitFor()
    await close()
  })

  test('a token is shown once, opens the API, and opens nothing once it is revoked', async () => {
    const { page, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/tokens' })
    await press(page, 'New token')
    await field(page, 'name').fill('my website')
    await isFine(page, 'new-token')
    await inWindow(page, 'Create')
    const secret = await page.getByRole('textbox', { name: 'Your new secret' }).inputValue()
    await inWindow(page, 'Close')
    const drafts = () => service.send('GET', '/events?status=draft', { as: `Bearer ${secret}` })
    assert.equal((await drafts()).status, 200)
    await isFine(page, 'tokens')
    await press(page, 'Revoke my website')
    await inWindow(page, 'Revoke')
    await page.getByText('1 expired or revoked').waitFor()
    assert.equal((await drafts()).status, 401)
    assert.ok(!(await page.content()).includes(secret))
    await close()
  })

  test('a session that ends is opened again in place, and what was typed is saved', async () => {
    const { page, close } = await look(browser, service.address)
    await signIn(page, service, 'contributor', { path: '/admin/account' })
    await field(page, 'name').fill('Camille')
    await service.accounts.endSessions('contributor')
    await press(page, 'Save')
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.waitFor()
    await isFine(page, 'sign-in-again')
    await becomes(() => again.locator('input[name=login]').inputValue(), 'contributor')
    await again.locator('input[name=password]').fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Saved').waitFor()
    assert.equal((await service.accounts.get('contributor')).name, 'Camille')
    await close()
  })

  test('signing out everywhere ends the sessions of all browsers', async () => {
    const one = await look(browser, service.address)
    const other = await look(browser, service.address, { language: 'fr' })
    await signIn(one.page, service, 'subscriber', { path: '/admin/account' })
    await signIn(other.page, service, 'subscriber', { path: '/fr/admin/account' })
    await press(other.page, 'Se déconnecter partout')
    await inWindow(other.page, 'Se déconnecter partout')
    await other.page.getByRole('heading', { name: 'Se connecter' }).waitFor()
    await one.page.reload()
    await one.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await one.close()
    await other.close()
  })

  test('an event proposed by a contributor is approved in the queue, and the activity shows it', async () => {
    const body = {
      title: 'Concert',
      status: 'pending',
      start_date: '2030-05-01 20:00',
      end_date: '2030-05-01 22:00',
    }
    const { id } = (await service.send('POST', '/events', { as: 'contributor', body })).body
    const { page, close } = await look(browser, service.address)
    await signIn(page, service, 'administrator', { path: '/admin/review' })
    await page.getByText('By Camille').waitFor()
    await isFine(page, 'review')
    await press(page, 'Approve Concert')
    await page.getByText('Nothing to review.').waitFor()
    assert.equal((await service.send('GET', `/events/${id}`)).status, 200)
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByText('submitted for review').or(page.getByText('published')).first().waitFor()
    // accounts made at the command line are no visitor's
    const created = page.locator('li', { hasText: 'The service or its command line created' })
    await created.first().waitFor()
    await isFine(page, 'activity')
    await press(page, 'Only what administrator did')
    await press(page, 'What everyone did')
    await close()
  })
})
