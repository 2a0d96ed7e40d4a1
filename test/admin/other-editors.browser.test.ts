import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { messages } from '../../src/admin/screens/editor/messages.ts'
import { formatMessage } from '../../src/define/text/language.ts'
import { openTab } from '../accounts/browser-like.ts'
import { startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { openEditor } from '../support/editor.ts'
import { isFine } from '../support/screens.ts'
import { storedEvent } from '../support/stored-event.ts'

const { service, browser, close: end } = await startScreens()
after(end)
await service.accounts.change('editor', { name: 'Zoé' })

const alsoOpen = (language: 'en' | 'fr', names: string, count = 1) =>
  formatMessage(messages.alsoOpen, language, { names, count })

test('the form says who else has the record open, in the language of each person', async () => {
  const { id } = await storedEvent(service, {}, 'author')
  const path = `events/${id}`
  const first = await openEditor({ browser, service }, `/admin/${path}`, { login: 'editor' })
  const second = await openEditor({ browser, service }, `/fr/admin/${path}`, {
    login: 'administrator',
    language: 'fr',
  })
  await second.page.getByRole('status').getByText(alsoOpen('fr', 'Zoé')).waitFor()
  await isFine(second.page, 'other-editors-fr')
  // the form of the other asks again by itself
  await first.page.getByText(alsoOpen('en', 'Administrator')).waitFor()
  await isFine(first.page, 'other-editors-en')
  // an author sees no logins
  const third = await openEditor({ browser, service }, `/admin/${path}`, { login: 'author' })
  await third.page.getByText(alsoOpen('en', 'Zoé and another user', 2)).waitFor()
  const { path: other } = await storedEvent(service)
  const alone = await openEditor({ browser, service }, `/admin${other}`, { login: 'editor' })
  await becomes(() => alone.page.locator('form.editor > [role=status]').count(), 1)
  assert.equal(await alone.page.locator('form.editor > [role=status] p').count(), 0)
  for (const { faults } of [first, second, third, alone]) assert.deepEqual(faults, [])
  for (const { close } of [first, second, third, alone]) await close()
})

test('only those who may change a record ask who has it open, and are shown nothing of others', async () => {
  const { id } = await storedEvent(service, { status: 'publish' })
  const ask = async (login: string, body: object = { kind: 'event', id }) => {
    const tab = openTab(service)
    await tab.signIn(login)
    const reply = await tab.send('POST', 'open-records', body)
    tab.close()
    return reply
  }
  assert.deepEqual((await ask('editor')).body, { others: [] })
  for (const login of ['author', 'contributor', 'subscriber']) {
    const { status, body } = await ask(login)
    assert.deepEqual([status, body.code], [403, 'rest_forbidden'], login)
  }
  assert.deepEqual((await ask('administrator')).body, { others: [{ name: 'Zoé' }] })
  assert.equal((await ask('editor', { kind: 'event', id: 999_999 })).status, 404)
  assert.equal((await ask('editor', { kind: 'venue', id })).status, 400)
  assert.equal((await ask('editor', { kind: 'image', id })).status, 400)
  assert.equal((await ask('editor', { kind: 'event', id: -1 })).status, 400)
  const anonymous = openTab(service)
  assert.equal((await anonymous.send('POST', 'open-records', { kind: 'event', id })).status, 401)
  anonymous.close()
  const { authorization } = await service.bearer('administrator', { scope: 'admin' })
  const sent = { as: authorization, body: { kind: 'event', id } }
  const { status } = await service.send('POST', `${service.address}/admin/api/open-records`, sent)
  assert.ok(status === 401 || status === 403)
})
