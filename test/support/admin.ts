import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Settings } from '../../src/config/config.ts'
import type { SiteInput } from '../../src/config/stored-site.ts'
import { serve } from '../../src/main.ts'
import { prepareApp } from '../../src/web/editors/app.ts'
import { newPlace } from './engine.ts'
import { type Service, settingsFor, startService, stillClock } from './service.ts'

/** Of every account of `startAdmin`. */
export const password = 'a long password'

/** A service with the app for editors, and an account of every role that signs in with the password. */
export async function startAdmin(
  settings: Partial<Settings> = {},
  site?: SiteInput,
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
  const settings = settingsFor(folder, changes)
  const service = await serve(settings, { now: stillClock(settings).now })
  assert.ok(service.setUp)
  return {
    address: service.address,
    accounts: service.accounts,
    setUp: service.setUp,
    async close() {
      await service.close()
      await remove()
    },
  }
}

/** Goes to a screen as a signed-in user; the form for that is tried by the story, in `person.ts`. */
export async function signIn(
  page: Page,
  service: Pick<Service, 'address'>,
  login: string,
  { path = '/admin/', secret = password } = {},
) {
  // a screen that is open would go on asking, with the token of the user before
  await page.goto('about:blank')
  const signedIn = await page.request.post(`${service.address}/admin/api/session`, {
    data: { login, password: secret },
    headers: { Origin: service.address },
  })
  assert.equal(signedIn.status(), 200, await signedIn.text())
  await page.goto(service.address + path)
  await page.locator('.shell h1').first().waitFor()
}
