import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { password, signIn, startAdmin } from '../support/admin.ts'
import { look, openBrowser } from '../support/browser.ts'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import { isFine } from '../support/screens.ts'
import type { Service } from '../support/service.ts'

let browser: Browser
let mailbox: Mailbox
let service: Service

before(async () => {
  mailbox = await startMailbox()
  service = await startAdmin(mailbox.settings)
  await service.accounts.change('editor', { email: 'editor@example.org', language: 'fr' })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await service?.close()
  await mailbox?.close()
})

describe('mail, in a browser', { timeout: 280_000 }, () => {
  test('a user with a forgotten password signs in again by a mail, in their language', async () => {
    const { page, close } = await look(browser, service.address)
    await page.goto(`${service.address}/admin/`)
    await page.getByRole('button', { name: 'Forgotten your password?' }).click()
    await page.locator('input[name=login]').fill('editor')
    await isFine(page, 'forgotten')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('It works for an hour.').waitFor()
    await isFine(page, 'forgotten-sent')
    await mailbox.holds(1)
    const [, link = ''] = /(http:[^\s"]+#link=[\w-]+)/.exec(mailbox.letters[0]?.text ?? '') ?? []
    assert.match(link, /\/fr\/admin\/#link=/)
    await page.goto(link)
    await page.locator('input[name=password]').fill('quite another password')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.locator('.shell h1').first().waitFor()
    await close()
  })

  for (const [language, path, words] of [
    ['en', '/admin/account', ['Save', 'Saved', 'Change the password', 'Also revoke my tokens']],
    [
      'fr',
      '/fr/admin/account',
      ['Enregistrer', 'Enregistré', 'Changer le mot de passe', 'Révoquer aussi mes jetons'],
    ],
  ] as const)
    test(`another e-mail address takes the password, and a new password may take the tokens along (${language})`, async () => {
      const [save, saved, change, revoke] = words
      const { page, faults, close } = await look(browser, service.address)
      await signIn(page, service, 'contributor', { path })
      const input = (name: string, within = page.locator('form').first()) =>
        within.locator(`input[name=${name}]`)
      await input('email').fill(`${language}@example.org`)
      await isFine(page, `own-email-${language}`)
      await input('password').fill('not that one')
      await page.getByRole('button', { name: save, exact: true }).click()
      await page.getByRole('alert').waitFor()
      await isFine(page, `own-email-refused-${language}`)
      await input('password').fill(password)
      await page.getByRole('button', { name: save, exact: true }).click()
      await page.getByText(saved, { exact: true }).first().waitFor()
      await input('password').waitFor({ state: 'detached' })
      assert.equal((await service.accounts.get('contributor')).email, `${language}@example.org`)
      const { credential } = await service.accounts.issue({
        login: 'contributor',
        form: 'bearer',
        name: 'phone',
      })
      const second = page.locator('form').nth(1)
      await input('password', second).fill(password)
      await input('new_password', second).fill(password)
      await second.getByText(revoke).click()
      await isFine(page, `own-password-${language}`)
      await second.getByRole('button', { name: change }).click()
      await second.getByRole('status').first().waitFor()
      const [stored] = (await service.accounts.credentials('contributor')).filter(
        ({ id }) => id === credential.id,
      )
      assert.notEqual(stored?.revoked, null)
      assert.deepEqual(
        faults.filter(fault => !fault.includes('403')),
        [],
      )
      await close()
    })

  test('a user who signs in at the start screen continues in their own language', async () => {
    await service.accounts.change('author', { language: 'fr' })
    const { page, close } = await look(browser, service.address)
    await page.goto(`${service.address}/admin/`)
    await page.locator('input[name=login]').fill('author')
    await page.locator('input[name=password]').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${service.address}/fr/admin/**`)
    await page.locator('.shell h1').first().waitFor()
    await close()
  })
})
