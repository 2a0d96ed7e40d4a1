import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openTab } from '../accounts/browser-like.ts'
import { password, startWithoutAccounts } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import { type Person, sitDown } from '../support/person.ts'
import { startProvider, type TestProvider } from '../support/provider.ts'
import { isFine } from '../support/screens.ts'
import { shareBrowser } from '../support/shared-browser.ts'

let browser: Browser
let mailbox: Mailbox
let provider: TestProvider
let service: Awaited<ReturnType<typeof startWithoutAccounts>>
/** Alice, who runs the calendar, in English, and everyone else in French, one after the other. */
let alice: Person
let other: Person

before(async () => {
  mailbox = await startMailbox()
  provider = await startProvider({
    erika: { sub: 'erika', email: 'erika@example.org', email_verified: true, name: 'Erika' },
    stranger: { sub: 'stranger', email: 'stranger@example.org', email_verified: true },
  })
  service = await startWithoutAccounts({ ...mailbox.settings, ...provider.settings })
  browser = await shareBrowser()
  alice = await sitDown(browser, service.address)
  other = await sitDown(browser, service.address, { language: 'fr' })
})
after(async () => {
  await browser?.close()
  await service?.close()
  await mailbox?.close()
  await provider?.close()
})

const field = (page: Page, name: string) => page.locator(`input[name=${name}]`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const untilInside = (page: Page) => page.locator('.shell h1').first().waitFor()
/** Nothing went wrong in a browser since this was last asked, but what is refused on purpose. */
function isFaultless(person: Person, status = 'none') {
  const faults = person.faults.splice(0)
  assert.deepEqual(
    faults.filter(fault => !fault.includes(status)),
    [],
  )
}
/** Leaves the session of the user before. */
async function leave({ page }: Person) {
  await page.goto('about:blank')
  await page.context().clearCookies()
  return page
}

describe('people, in a browser', { timeout: 280_000 }, () => {
  let link = ''

  test('the code of the server makes the first administrator, who invites a user', async () => {
    const { page } = alice
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
    await untilInside(page)
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
    isFaultless(alice, '400')
  })

  test('an invited user chooses a password with the link, once, and has the role (fr)', async () => {
    const { page } = other
    await page.goto(link.replace('/admin/', '/fr/admin/'))
    await field(page, 'password').fill(password)
    await press(page, 'Enregistrer')
    await untilInside(page)
    assert.equal(await page.getByRole('link', { name: 'Comptes' }).count(), 0)
    await page.goto(`${other.base}/users`)
    await page.getByRole('heading', { name: 'Cette page n’existe pas' }).waitFor()
    await other.goWithin('/account')
    await page.getByText('Votre rôle : Contributeur').waitFor()
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    // the refused link stands in the console too
    isFaultless(other, '404')
  })

  test('another e-mail address takes the password, and a new password may take the tokens along (fr)', async () => {
    const page = await leave(other)
    await other.signIn('bob', password, '/account')
    const own = page.locator('form').first()
    const input = (name: string, form = own) => form.locator(`input[name=${name}]`)
    await input('email').fill('bob@example.org')
    await input('password').fill('not that one')
    await press(page, 'Enregistrer')
    await page.getByRole('alert').waitFor()
    await isFine(page, 'own-email-refused')
    await input('password').fill(password)
    await press(page, 'Enregistrer')
    await page.getByText('Enregistré', { exact: true }).first().waitFor()
    await input('password').waitFor({ state: 'detached' })
    assert.equal((await service.accounts.get('bob')).email, 'bob@example.org')
    const token = { login: 'bob', form: 'bearer', name: 'phone' } as const
    const { credential } = await service.accounts.issue(token)
    const second = page.locator('form').nth(1)
    await input('password', second).fill(password)
    await input('new_password', second).fill(password)
    await second.getByText('Révoquer aussi mes jetons').click()
    await isFine(page, 'own-password')
    await second.getByRole('button', { name: 'Changer le mot de passe' }).click()
    await second.getByRole('status').first().waitFor()
    const stored = await service.accounts.credentials('bob')
    assert.notEqual(stored.find(({ id }) => id === credential.id)?.revoked, null)
    isFaultless(other, '403')
  })

  test('a user with a forgotten password signs in again by a mail, in their language', async () => {
    await service.accounts.change('bob', { language: 'fr' })
    const page = await leave(other)
    await page.goto(`${service.address}/admin/`)
    await page.getByRole('button', { name: 'Forgotten your password?' }).click()
    await field(page, 'login').fill('bob')
    await isFine(page, 'forgotten')
    const sent = mailbox.letters.length
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('It works for an hour.').waitFor()
    await mailbox.holds(sent + 1)
    const [, url = ''] = /(http:[^\s"]+#link=[\w-]+)/.exec(mailbox.letters[sent]?.text ?? '') ?? []
    assert.match(url, /\/fr\/admin\/#link=/)
    await page.goto(url)
    await field(page, 'password').fill('quite another password')
    await press(page, 'Enregistrer')
    await untilInside(page)
  })

  test('a user who signs in at the start screen continues in their own language', async () => {
    const page = await leave(other)
    await page.goto(`${service.address}/admin/`)
    await field(page, 'login').fill('bob')
    await field(page, 'password').fill('quite another password')
    await press(page, 'Sign in')
    await page.waitForURL(`${service.address}/fr/admin/**`)
    await untilInside(page)
  })

  test('an administrator changes a role, disables an account and deletes it', async () => {
    const page = await leave(alice)
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
  })
})

describe('the provider, in a browser', { timeout: 180_000 }, () => {
  /** The steps at the provider: name an account, then agree. */
  async function passThere(page: Page, name: string) {
    // the form that is left has inputs of the same names
    await page.waitForURL(url => url.origin === provider.issuer)
    await field(page, 'login').fill(name)
    await field(page, 'password').fill('anything')
    await page.locator('button[type=submit]').click()
    await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
    await page.locator('button[type=submit]').click()
  }

  test('its button says that it is down; passwords still work', async () => {
    const page = await leave(alice)
    await page.goto(`${service.address}/admin/`)
    await page.getByRole('button', { name: 'Sign in with Town hall' }).click()
    await page.getByText('The provider for signing in does not respond.').waitFor()
    await isFine(page, 'sign-in-provider-down')
    await alice.signIn('alice', password)
  })

  test('leads back to the requested screen, signed in, with nothing left in the address (fr)', async () => {
    const { address } = service
    await service.accounts.add({ login: 'erika', role: 'editor' })
    await service.accounts.change('erika', { email: 'erika@example.org' })
    await provider.serve(address)
    // it was down a moment ago, and is asked again after a while
    const tab = openTab(service)
    await becomes(async () => (await tab.send('POST', 'provider', {})).status, 200)
    tab.close()
    const page = await leave(other)
    await page.goto(`${address}/fr/admin/account`)
    await page.getByRole('button', { name: 'Se connecter avec Town hall' }).click()
    await passThere(page, 'erika')
    await page.getByText('Votre rôle : Éditeur').waitFor()
    await becomes(() => page.url(), `${address}/fr/admin/account`)
    assert.equal(await page.evaluate('document.cookie'), '')
    const [cookie] = (await page.context().cookies()).filter(
      ({ name }) => name === '__Host-almanac-provider',
    )
    assert.deepEqual([cookie?.httpOnly, cookie?.secure, cookie?.sameSite], [true, true, 'Lax'])
  })

  test('a person without an account here sees an error in the form', async () => {
    const page = await leave(alice)
    await page.goto(`${service.address}/admin/`)
    await page.getByRole('button', { name: 'Sign in with Town hall' }).click()
    await passThere(page, 'stranger')
    await page.getByRole('alert').getByText('You have no account here.').waitFor()
    await isFine(page, 'sign-in-no-account')
    await field(page, 'login').fill('alice')
    await field(page, 'password').fill(password)
    await press(page, 'Sign in')
    await untilInside(page)
  })
})
