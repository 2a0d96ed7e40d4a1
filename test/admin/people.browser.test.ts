import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { password, startWithoutAccounts } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { look, openBrowser } from '../support/browser.ts'
import { isFine } from '../support/screens.ts'

let browser: Browser
let service: Awaited<ReturnType<typeof startWithoutAccounts>>

before(async () => {
  service = await startWithoutAccounts()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await service?.close()
})

const field = (page: Page, name: string) => page.locator(`input[name=${name}]`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('people, in a browser', { timeout: 280_000 }, () => {
  let link = ''

  test('the code of the server makes the first administrator, who invites a user', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await page.goto(service.setUp)
    await matches(() => field(page, 'code').inputValue(), /^\w{4}(-\w{4}){2}$/)
    await field(page, 'login').fill('alice')
    await field(page, 'password').fill('short')
    await page.getByText('At least 10 characters: 5 more.').waitFor()
    await isFine(page, 'set-up')
    await field(page, 'password').fill(password)
    await page.getByRole('button', { name: 'Show the password' }).click()
    await becomes(() => field(page, 'password').getAttribute('type'), 'text')
    await press(page, 'Create the account')
    await page.locator('.shell').waitFor()
    await becomes(() => new URL(page.url()).hash, '')

    await page.getByRole('link', { name: 'Users' }).click()
    await press(page, 'Invite someone')
    await field(page, 'login').fill('not a login')
    await press(page, 'Create the invitation')
    await page.getByRole('alert').waitFor()
    await isFine(page, 'invite')
    await field(page, 'login').fill('bob')
    await field(page, 'name').fill('Bob')
    await page.getByRole('dialog').getByLabel('Role').selectOption('contributor')
    await press(page, 'Create the invitation')
    link = await page.getByRole('textbox', { name: 'Link for bob' }).inputValue()
    assert.match(link, /\/admin\/#link=/)
    assert.match(
      await page.getByRole('dialog').innerText(),
      /until \d+ \w+ \d{4}, \d+(?::\d\d)?\u00a0[ap]m \(.+\), and is not shown again/,
    )
    await isFine(page, 'link')
    await page.locator('.window').getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('invited').waitFor()
    await page.getByLabel('Search').fill('bo')
    await page.getByText('1 user', { exact: true }).waitFor()
    await isFine(page, 'users')
    assert.deepEqual(
      faults.filter(fault => !fault.includes('400')),
      [],
    )
    await close()
  })

  test('an invited user chooses a password with the link, once, and has the role', async () => {
    const { page, close } = await look(browser, service.address, { language: 'fr' })
    await page.goto(link.replace('/admin/', '/fr/admin/'))
    await field(page, 'password').waitFor()
    await isFine(page, 'use-link')
    await field(page, 'password').fill(password)
    await press(page, 'Enregistrer')
    await page.locator('.shell').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Comptes' }).count(), 0)
    await page.goto(`${service.address}/fr/admin/users`)
    await page.getByRole('heading', { name: 'Cette page n’existe pas' }).waitFor()
    await page.goto(`${service.address}/fr/admin/account`)
    await page.getByText('Votre rôle : Contributeur').waitFor()
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await isFine(page, 'link-over')
    await close()
  })

  test('an administrator changes a role, disables an account and deletes it', async () => {
    const { page, close } = await look(browser, service.address)
    await page.goto(`${service.address}/admin/users`)
    await field(page, 'login').fill('alice')
    await field(page, 'password').fill('wrong password')
    await press(page, 'Sign in')
    await page.getByRole('alert').waitFor()
    await isFine(page, 'sign-in')
    await field(page, 'password').fill(password)
    await press(page, 'Sign in')
    await page.getByRole('link', { name: 'Bob' }).click()
    await page.getByLabel('Role').selectOption('editor')
    await press(page, 'Save')
    await page.getByText('Saved').waitFor()
    await isFine(page, 'user')
    await press(page, 'End all sessions')
    await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click()
    await page.getByText(/^\d+ sessions? ended\.$/).waitFor()
    await press(page, 'Disable')
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Enable' }).waitFor()
    await press(page, 'Delete the account')
    await page.getByLabel('Type the login').fill('alice')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the account' }).click()
    await page.getByText('That is another login.').waitFor()
    await page.getByLabel('Type the login').fill('bob')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the account' }).click()
    await page.getByText('1 user', { exact: true }).waitFor()
    await becomes(() => page.getByRole('link', { name: 'Bob' }).count(), 0)
    await close()
  })
})
