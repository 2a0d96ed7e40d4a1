import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { adminOperations } from '../../src/operations/admin-api/index.ts'
import {
  linksOperations,
  ownAccountOperations,
} from '../../src/operations/admin-api/own-account.ts'
import { sessionOperations } from '../../src/operations/admin-api/session.ts'
import { tokensOperations, usersOperations } from '../../src/operations/admin-api/users.ts'
import { type Json, languages, operationsOf } from '../support/openapi-document.ts'
import { openJudge } from '../support/openapi-judge.ts'
import { lint } from '../support/openapi-lint.ts'
import type { Reply, Service } from '../support/service.ts'
import { openTab, password, startWithPasswords, type Tab } from './browser-like.ts'
import { digits } from './codes.ts'

let service: Service
let documents: Record<string, Json>
let judge: ReturnType<typeof openJudge>
const tabs: Tab[] = []
const seen = new Set<string>()

before(async () => {
  service = await startWithPasswords()
  const tab = newTab()
  documents = {}
  for (const language of languages) {
    const { body } = await tab.send('GET', `/${language}/admin/api/doc`)
    documents[`${language}-3.1`] = body
  }
  judge = openJudge(documents)
})
after(async () => {
  for (const tab of tabs) tab.close()
  await service.close()
})

function newTab(): Tab {
  const tab = openTab(service)
  tabs.push(tab)
  return tab
}

const number = /\/\d+(?=\/|$)/
const general = (path: string) =>
  path.replace(/\?.*/, '').replace(number, '/{id}').replace(number, '/{version}')

/** Sends, and holds the response against both documents. */
async function send(tab: Tab, method: string, path: string, body?: object): Promise<Reply> {
  const reply = await tab.send(method, path, body)
  const what = `${method} ${path}: ${reply.status}`
  const { responses } = documents['en-3.1'].paths[`/${general(path)}`][method.toLowerCase()]
  assert.ok(responses[reply.status], `${what} is not in the document: ${reply.text}`)
  const { $ref } = responses[reply.status]
  judge.fits(`${$ref}/content/application~1json/schema`, reply.body, what)
  if (reply.status < 300) seen.add(`${method} ${general(path)}`)
  return reply
}

async function refused(tab: Tab, method: string, path: string, code: string, body?: object) {
  const reply = await send(tab, method, path, body)
  assert.equal(reply.body.code, code, `${method} ${path}`)
  return reply
}

async function done(tab: Tab, method: string, path: string, body?: object): Promise<Json> {
  const reply = await send(tab, method, path, body)
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.body
}

describe('the document of the API for the screens', () => {
  test('has nothing that a linter finds, in either language', async () => {
    // the provider leads to an operation that only redirects
    assert.deepEqual(await lint(documents, { 'operation-2xx-response': 'off' }), [])
  })

  test('answers HEAD as it does GET, without a body', async () => {
    const reply = await newTab().send('HEAD', '/en/admin/api/doc')
    assert.deepEqual([reply.status, reply.text], [200, ''])
  })

  test('describes every operation, in both languages', () => {
    const keysOf = (document: Json) => operationsOf(document).map(({ key }) => key)
    const routes = Object.keys(adminOperations).map(key => key.replace(/:(\w+)/g, '{$1}'))
    for (const language of languages)
      assert.deepEqual(keysOf(documents[`${language}-3.1`]).toSorted(), routes.toSorted())
  })

  test('fits the responses of users about themselves', async () => {
    const tab = newTab()
    await done(tab, 'GET', 'session')
    await refused(tab, 'GET', 'sessions', 'session_expired')
    await refused(tab, 'POST', 'forgotten', 'rest_no_route', { login: 'editor' })
    await refused(tab, 'POST', 'session', 'rest_missing_callback_param', { login: 'editor' })
    await refused(tab, 'POST', 'session', 'sign_in_failed', { login: 'editor', password: 'no' })
    await done(tab, 'POST', 'session', { login: 'editor', password })
    for (const path of ['session', 'sessions', 'second-factor', 'zones', 'tokens', 'activity'])
      await done(tab, 'GET', path)
    await done(tab, 'PATCH', 'account', { name: 'Ed', language: 'fr' })
    await refused(tab, 'PATCH', 'account', 'rest_invalid_param', { email: 'nobody', password })
    await refused(tab, 'POST', 'password', 'wrong_password', {
      password: 'no',
      new_password: password,
    })
    const short = { password, new_password: 'short' }
    const reply = await refused(tab, 'POST', 'password', 'rest_invalid_param', short)
    assert.deepEqual(Object.keys(reply.body.data.params), ['new_password'])
    await done(tab, 'POST', 'password', { password, new_password: password })
    const { secret } = await done(tab, 'POST', 'second-factor', { password })
    await refused(tab, 'POST', 'second-factor/confirm', 'rest_invalid_param', { code: '1' })
    await done(tab, 'POST', 'second-factor/confirm', { code: digits(secret, service.clock) })
    await done(tab, 'POST', 'second-factor/codes', { password })
    await done(tab, 'POST', 'second-factor/disable', { password })
    const created = await done(tab, 'POST', 'tokens', { type: 'token', name: 'site' })
    await done(tab, 'DELETE', `tokens/${created.token.id}`)
    await refused(tab, 'DELETE', 'tokens/99999', 'token_not_found')
    await done(newTab(), 'POST', 'session', { login: 'editor', password })
    const { sessions } = await done(tab, 'GET', 'sessions')
    const other = sessions.find(({ current }: Json) => !current)
    await done(tab, 'DELETE', `sessions/${other.id}`)
    await done(tab, 'DELETE', 'sessions?keep=current')
    await done(tab, 'DELETE', 'session')
  })

  test('matches the responses to administrators and to invited users', async () => {
    const tab = newTab()
    await done(tab, 'POST', 'session', { login: 'administrator', password })
    const draft = { login: 'newcomer', email: 'new@example.org', role: 'author' }
    const { user, link } = await done(tab, 'POST', 'users', draft)
    await refused(tab, 'POST', 'users', 'rest_invalid_param', draft)
    for (const path of ['users', 'users?search=new&per_page=1', `users/${user.id}`, 'activity'])
      await done(tab, 'GET', path)
    await refused(tab, 'GET', 'users/99999', 'user_not_found')
    const guest = newTab()
    const token = link.url.split('#link=')[1]
    await done(guest, 'POST', 'link', { token })
    await done(guest, 'POST', 'link/use', { token, password, name: 'New' })
    await refused(guest, 'POST', 'link', 'link_expired', { token })
    await done(tab, 'POST', `users/${user.id}/link`, {})
    await done(tab, 'PATCH', `users/${user.id}`, { disabled: true })
    await done(tab, 'DELETE', `users/${user.id}/second-factor`)
    await done(tab, 'DELETE', `users/${user.id}/provider`)
    await done(tab, 'DELETE', `users/${user.id}/sessions`)
    await done(tab, 'DELETE', `users/${user.id}`)
    await refused(tab, 'DELETE', `users/${service.users.administrator}`, 'last_administrator')
    await refused(tab, 'POST', 'setup', 'setup_done', { code: 'x', login: 'x', password })
    await done(tab, 'DELETE', 'sessions')
  })

  test('and these are all operations on sessions, accounts and tokens', () => {
    const own = {
      ...sessionOperations,
      ...linksOperations,
      ...ownAccountOperations,
      ...usersOperations,
      ...tokensOperations,
    }
    const wanted = Object.keys(own).map(key => key.replace(' /', ' ').replace(':id', '{id}'))
    // the first administrator is made where there is none, and links are sent where there is mail
    const elsewhere = ['POST setup', 'POST forgotten']
    const unseen = wanted.filter(each => !seen.has(each) && !elsewhere.includes(each))
    assert.deepEqual(unseen, [])
  })
})
