import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openTab } from '../accounts/browser-like.ts'
import { startAdmin } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { look, openBrowser } from '../support/browser.ts'
import { startProvider, type TestProvider } from '../support/provider.ts'
import { isFine } from '../support/screens.ts'
import type { Service } from '../support/service.ts'

let browser: Browser
let provider: TestProvider
let service: Service
let address: string

before(async () => {
  provider = await startProvider({
    editor: { sub: 'editor', email: 'editor@example.org', email_verified: true, name: 'Ed' },
    stranger: { sub: 'stranger', email: 'stranger@example.org', email_verified: true },
  })
  service = await startAdmin(provider.settings)
  address = service.address
  await service.accounts.change('editor', { email: 'editor@example.org' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await service?.close()
  await provider?.close()
})

/** The steps at the provider: name an account, then agree. */
async function passThere(page: Page, name: string) {
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
}

describe('the provider, in a browser', { timeout: 280_000 }, () => {
  test('its button says that it is down; passwords still work', async () => {
    const { page, close } = await look(browser, address)
    await page.goto(`${address}/admin/`)
    await page.getByRole('button', { name: 'Sign in with Town hall' }).click()
    await page.getByText('The provider for signing in does not respond.').waitFor()
    await isFine(page, 'sign-in-provider-down')
    await close()
  })

  test('leads back to the requested screen, signed in, with nothing left in the address', async () => {
    await provider.serve(address)
    // it was down a moment ago, and is asked again after a while
    const tab = openTab(service)
    while ((await tab.send('POST', 'provider', {})).status === 503);
    tab.close()
    const { page, close } = await look(browser, address, { language: 'fr' })
    await page.goto(`${address}/fr/admin/account`)
    await page.getByRole('button', { name: 'Se connecter avec Town hall' }).click()
    await passThere(page, 'editor')
    await page.getByText('Votre rôle : Éditeur').waitFor()
    await becomes(() => page.url(), `${address}/fr/admin/account`)
    assert.equal(await page.evaluate('document.cookie'), '')
    const [cookie] = (await page.context().cookies()).filter(
      ({ name }) => name === '__Host-almanac-provider',
    )
    assert.deepEqual([cookie?.httpOnly, cookie?.secure, cookie?.sameSite], [true, true, 'Lax'])
    await close()
  })

  test('a person without an account here sees an error in the form', async () => {
    const { page, close } = await look(browser, address)
    await page.goto(`${address}/admin/`)
    await page.getByRole('button', { name: 'Sign in with Town hall' }).click()
    await passThere(page, 'stranger')
    await page.getByRole('alert').getByText('You have no account here.').waitFor()
    await isFine(page, 'sign-in-no-account')
    await page.locator('input[name=login]').fill('editor')
    await page.locator('input[name=password]').fill('a long password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.locator('.shell h1').first().waitFor()
    await close()
  })
})
