import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Settings } from '../../src/config/config.ts'
import type { SiteGiven } from '../../src/config/stored-site.ts'
import { serve } from '../../src/main.ts'
import { prepareApp } from '../../src/web/editors/app.ts'
import { newPlace } from './engine.ts'
import { type Service, settingsFor, startService } from './service.ts'

/** Of every account of `startAdmin`. */
export const password = 'a long password'

/** A service with the app for editors, and an account of every role that signs in with the password. */
export async function startAdmin(
  settings: Partial<Settings> = {},
  site?: SiteGiven,
): Promise<Service> {
  await prepareApp()
  const service = await startService(settings, site)
  for (const { login } of await service.accounts.list())
    await service.accounts.setPassword(login, password)
  return service
}

/** A service with the app and without any account: `setUp` is the link to the first run. */
export async function startWithoutAccounts(changes: Partial<Settings> = {}) {
  await prepareApp()
  const { folder, remove } = await newPlace()
  const service = await serve(settingsFor(folder, changes))
  assert.ok(service.setUp)
  return {
    address: service.address,
    setUp: service.setUp,
    async close() {
      await service.close()
      await remove()
    },
  }
}

/** Goes to a screen and signs in there. */
export async function signIn(
  page: Page,
  service: Pick<Service, 'address'>,
  login: string,
  { path = '/admin/', secret = password } = {},
) {
  await page.goto(service.address + path)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill(secret)
  await page.locator('button[type=submit]').click()
  await page.locator('.shell h1').first().waitFor()
}
