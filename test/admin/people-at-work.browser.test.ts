import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { messages } from '../../src/admin/fields/messages.ts'
import { formatMessage } from '../../src/define/text/language.ts'
import { digits } from '../accounts/codes.ts'
import { password, signIn } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, look, takeScreenshot, widthOf } from '../support/browser.ts'
import { shareEditor } from '../support/editor.ts'
import { startScreens } from '../support/shared-browser.ts'
import { storedEvent } from '../support/stored-event.ts'

const world = await startScreens()
const { service, browser } = world
after(world.close)
const { page } = await look(browser, service.address)

const field = (page: Page, name: string) => page.locator(`input[name=${name}]`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Nothing for axe to find in a part of a screen, and nothing that scrolls sideways on a phone. */
async function isFine(name: string, within = 'main') {
  assert.deepEqual(await axeFindings(page, { within }), [], name)
  await page.setViewportSize({ width: 360, height: 900 })
  assert.ok((await widthOf(page)) <= 360, name)
  await takeScreenshot(page, name)
  await page.setViewportSize({ width: 1280, height: 900 })
}

const inWindow = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

test('a second factor is turned on with a first code, asked for at sign-in, and turned off', async () => {
  await signIn(page, service, 'author', { path: '/admin/account' })
  await press(page, 'Turn it on')
  await page.getByRole('dialog').locator('input[name=password]').fill(password)
  await press(page, 'Continue')
  const secret = await page.getByRole('textbox', { name: 'Key' }).inputValue()
  await isFine('second-factor', '[role=dialog]')
  await field(page, 'code').fill('000000')
  await press(page, 'Confirm')
  await page.getByRole('alert').waitFor()
  await field(page, 'code').fill(digits(secret, service.clock))
  await press(page, 'Confirm')
  await page.getByText('Each opens your account once').waitFor()
  const codes = await page.locator('.codes code').allInnerTexts()
  assert.equal(codes.length, 10)
  await isFine('recovery-codes', '[role=dialog]')
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
})

test('a token is shown once, opens the API, and opens nothing once it is revoked', async () => {
  await signIn(page, service, 'editor', { path: '/admin/tokens' })
  await press(page, 'New token')
  await field(page, 'name').fill('my website')
  await isFine('new-token', '[role=dialog]')
  await inWindow(page, 'Create')
  const secret = await page.getByRole('textbox', { name: 'Your new secret' }).inputValue()
  await inWindow(page, 'Close')
  const drafts = () => service.send('GET', '/events?status=draft', { as: `Bearer ${secret}` })
  assert.equal((await drafts()).status, 200)
  await press(page, 'Revoke my website')
  await inWindow(page, 'Revoke')
  await page.getByText('1 expired or revoked').waitFor()
  assert.equal((await drafts()).status, 401)
  assert.ok(!(await page.content()).includes(secret))
})

test('a session that ends is opened again in place, and what was typed is saved', async () => {
  await signIn(page, service, 'contributor', { path: '/admin/account' })
  await field(page, 'name').fill('Camille')
  await service.accounts.endSessions('contributor')
  await press(page, 'Save')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.waitFor()
  await isFine('sign-in-again', '[role=dialog]')
  await becomes(() => again.locator('input[name=login]').inputValue(), 'contributor')
  await again.locator('input[name=password]').fill(password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Saved').waitFor()
  assert.equal((await service.accounts.get('contributor')).name, 'Camille')
})

test('signing out everywhere ends the sessions of all browsers', async () => {
  const other = await look(browser, service.address, { language: 'fr' })
  await signIn(page, service, 'subscriber', { path: '/admin/account' })
  await signIn(other.page, service, 'subscriber', { path: '/fr/admin/account' })
  await press(other.page, 'Se déconnecter partout')
  await inWindow(other.page, 'Se déconnecter partout')
  await other.page.getByRole('heading', { name: 'Se connecter' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
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
  await signIn(page, service, 'administrator', { path: '/admin/review' })
  await page.getByText('By Camille').waitFor()
  await press(page, 'Approve Concert')
  await page.getByText('Nothing to review.').waitFor()
  assert.equal((await service.send('GET', `/events/${id}`)).status, 200)
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByText('submitted for review').or(page.getByText('published')).first().waitFor()
  // accounts made at the command line are no visitor's
  const created = page.locator('li', { hasText: 'The service or its command line created' })
  await created.first().waitFor()
  await press(page, 'Only what administrator did')
  await press(page, 'What everyone did')
})

test('the form says who else has the record open, in the language of each person', async () => {
  const alsoOpen = (language: 'en' | 'fr', names: string, count = 1) =>
    formatMessage(messages.alsoOpen, language, { names, count })
  await service.accounts.change('editor', { name: 'Zoé' })
  const { path } = await storedEvent(service, {}, 'author')
  const first = await shareEditor(world)
  await first.open(path)
  const second = await shareEditor(world, { login: 'administrator', language: 'fr', width: 360 })
  await second.open(path)
  await second.page.getByRole('status').getByText(alsoOpen('fr', 'Zoé')).waitFor()
  assert.deepEqual(await axeFindings(second.page, { within: 'form.editor' }), [])
  assert.ok((await widthOf(second.page)) <= 360)
  // the form of the other asks again by itself
  await first.page.getByText(alsoOpen('en', 'Administrator')).waitFor()
  // an author sees no logins
  await signIn(page, service, 'author', { path: `/admin${path}` })
  await page.getByText(alsoOpen('en', 'Zoé and another user', 2)).waitFor()
  const { path: other } = await storedEvent(service)
  await first.open(other)
  await becomes(() => first.page.locator('form.editor > [role=status]').count(), 1)
  assert.equal(await first.page.locator('form.editor > [role=status] p').count(), 0)
  for (const { faults } of [first, second]) assert.deepEqual(faults, [])
})
