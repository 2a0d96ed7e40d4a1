import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { messages } from '../../src/admin/screens/backups/messages.ts'
import type { Language } from '../../src/define/text/language.ts'
import { signIn, startScreens } from '../support/admin.ts'
import { sitDown } from '../support/person.ts'
import { isFine } from '../support/screens.ts'

let screens: Awaited<ReturnType<typeof startScreens>>
before(async () => {
  screens = await startScreens()
})
after(() => screens?.close())

describe('export and backups, in a browser', { timeout: 120_000 }, () => {
  for (const language of ['en', 'fr'] satisfies Language[])
    test(`an administrator downloads an export, and makes, verifies and downloads a backup (${language})`, async () => {
      const { browser, service } = screens
      const person = await sitDown(browser, service.address, { language })
      const { page } = person
      const path = `${language === 'fr' ? '/fr' : ''}/admin/backups`
      await signIn(page, service, 'administrator', { path })
      await page.locator('select').selectOption('csv')
      await page.locator('input[name=filter]').waitFor()
      const [exported] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('button', { name: person.said(messages.download), exact: true })
          .first()
          .click(),
      ])
      assert.match(exported.suggestedFilename(), /^events-.*\.csv$/)
      assert.match(readFileSync(await exported.path(), 'utf8'), /Event Name|EVENT NAME/i)
      await person.press(messages.make)
      const verify = page.getByRole('button', { name: /almanac-.*Z/ }).first()
      await verify.waitFor()
      await isFine(page, `backups-${language}`)
      await verify.click()
      await page.getByText(person.said(messages.complete)).waitFor()
      await page.getByText(person.said(messages.restore), { exact: true }).click()
      await page.getByText(/almanac backup restore almanac-/).waitFor()
      const [backup] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('button', { name: /almanac-.*Z/ })
          .nth(1)
          .click(),
      ])
      assert.match(backup.suggestedFilename(), /^almanac-.*\.zip$/)
      await isFine(page, `backups-verified-${language}`)
      assert.deepEqual(person.faults, [])
      await person.close()
    })
})
