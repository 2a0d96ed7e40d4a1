import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { messages as shared } from '../../src/admin/messages.ts'
import { messages } from '../../src/admin/screens/status/messages.ts'
import { version } from '../../src/config/version.ts'
import { languages } from '../../src/define/text/language.ts'
import { password, startScreens } from '../support/admin.ts'
import { sitDown } from '../support/person.ts'
import { isFine } from '../support/screens.ts'

let screens: Awaited<ReturnType<typeof startScreens>>
before(async () => {
  screens = await startScreens({ smtpUrl: 'smtp://127.0.0.1:9' })
})
after(() => screens?.close())

const arrive = async (language: 'en' | 'fr', login: string) => {
  const person = await sitDown(screens.browser, screens.service.address, { language })
  await person.signIn(login, password)
  return person
}

describe('the status of the service, in a browser', { timeout: 180_000 }, () => {
  for (const language of languages)
    test(`an administrator sees it and reads it again (${language})`, async () => {
      const person = await arrive(language, 'administrator')
      const { page } = person
      await person.follow(shared.status)
      await person.heading(messages.program).waitFor()
      await page.getByText(version, { exact: true }).waitFor()
      await isFine(page, `status-${language}`)
      const read = page.waitForResponse(/\/admin\/api\/status$/)
      await person.press(messages.refresh)
      assert.equal((await read).status(), 200)
      assert.deepEqual(person.faults, [])
      await person.close()
    })

  test('an editor is not led there, and is refused', async () => {
    const person = await arrive('en', 'editor')
    assert.equal(await person.link(shared.status).count(), 0)
    const refused = await person.page.request.get(`${screens.service.address}/admin/api/status`)
    assert.equal(refused.ok(), false)
    await person.close()
  })
})
