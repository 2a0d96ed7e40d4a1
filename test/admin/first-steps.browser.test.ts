import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { messages } from '../../src/admin/messages.ts'
import { firstStepMessages as said } from '../../src/admin/screens/records/first-step-messages.ts'
import { formatMessage, type Language, languages } from '../../src/define/text/language.ts'
import { password, startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { type Person, sitDown } from '../support/person.ts'
import { isFine } from '../support/screens.ts'
import { storedEvent } from '../support/stored-event.ts'

const {
  service,
  browser,
  close: end,
} = await startScreens({}, { given: new Set(), sources: {}, replaces: true })
after(end)
const { authorization } = await service.bearer('administrator', { scope: 'admin' })
const set = (settings: object) =>
  service.send('PATCH', `${service.address}/admin/api/settings`, {
    as: authorization,
    body: { settings },
  })

async function arrive(language: Language, login = 'administrator'): Promise<Person> {
  const person = await sitDown(browser, service.address, { language })
  await person.signIn(login, password, '/events')
  await person.settled()
  return person
}
const steps = ({ page }: Person) => page.locator('.first-steps')
const headed = (person: Person, done: number) =>
  person.heading(formatMessage(said.heading, person.language, { done, of: 7 })).waitFor()
/** The words of the steps that are done. */
const doneIn = async (person: Person) =>
  (await steps(person).locator('li.is-done').allInnerTexts()).map(text => text.replace(/\s+/g, ' '))

test('an administrator of an empty calendar sees the first steps, each leads to where it is done, and is ticked off', async () => {
  for (const language of languages) {
    await set({ siteName: null })
    const person = await arrive(language)
    // the first start has chosen the time zone; the accounts of the test are the people who write
    await headed(person, 2)
    assert.deepEqual(
      await doneIn(person),
      [said.timezone, said.invite].map(of => `${of[language]} ${said.done[language]}`),
    )
    await isFine(person.page, `first-steps-${language}`)
    const links = await steps(person).getByRole('link').allInnerTexts()
    assert.deepEqual(
      links,
      [said.name, said.logo, said.mail, said.event].map(of => of[language]),
    )
    await person.follow(said.name)
    await becomes(() => new URL(person.page.url()).hash, '#settings-pages')
    const name = person.page.locator('input[name=siteName-en]')
    await name.fill('Town calendar')
    await person.press(messages.save)
    await person.page.locator('.done', { hasText: messages.saved[language] }).waitFor()
    await person.goWithin('/events')
    await headed(person, 3)
    await person.follow(said.event)
    await person.page.locator('form.editor').waitFor()
    assert.deepEqual(person.faults, [])
    await person.close()
  }
})

test('the first steps count a first event, stay hidden once they are, and are for administrators alone', async () => {
  const editor = await arrive('fr', 'editor')
  await editor.page.locator('.tabs, .empty, .table').first().waitFor()
  assert.equal(await steps(editor).count(), 0)
  await editor.close()
  await storedEvent(service)
  await set({ siteName: 'Agenda' })
  const person = await arrive('fr')
  await headed(person, 4)
  await person.press(said.hide)
  await steps(person).waitFor({ state: 'detached' })
  await person.page.reload()
  await person.settled()
  await person.page.locator('.table').first().waitFor()
  assert.equal(await steps(person).count(), 0)
  await person.close()
})
