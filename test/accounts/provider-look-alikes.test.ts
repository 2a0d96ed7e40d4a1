import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Person, startProvider, type TestProvider } from '../support/provider.ts'
import { restart, type Service } from '../support/service.ts'
import { startWithPasswords } from './browser-like.ts'
import { openGuest } from './provider.ts'

const people: Record<string, Person> = {}
let provider: TestProvider
let service: Service

/** The user that a person of the provider becomes, or the error of the refusal. */
async function signedIn(person: Omit<Person, 'sub'>): Promise<string> {
  const sub = `person-${Object.keys(people).length}`
  people[sub] = { ...person, sub }
  const guest = openGuest(service, provider)
  const { body } = await guest.signIn(sub)
  guest.tab.close()
  return body.user?.login ?? body.code
}
const withEmail = (email: string) => signedIn({ email, email_verified: true })
const withName = (preferred_username: string) => signedIn({ preferred_username })

before(async () => {
  provider = await startProvider(people)
  service = await startWithPasswords({ ...provider.settings, attemptLimit: 1000 })
  await provider.serve(service.address)
  for (const login of ['administrator', 'editor'])
    await service.accounts.change(login, { email: `${login}@example.org` })
  await service.accounts.change('author', { email: 'Author@exámple.com' })
  await service.accounts.change('contributor', { email: 'contributor@xn--exmple-qta.com' })
})
after(async () => {
  await service.close()
  await provider.close()
})

const none = 'provider_no_account'

describe('an account found by its e-mail address', () => {
  test('is not that of an address which only looks like it', async () => {
    const alike = [
      'administrator@exámple.org',
      'ádministrator@example.org',
      'editor@example.örg',
      'éditor@example.org',
      'ｅditor@example.org',
      'edıtor@example.org',
      ' editor@example.org',
      'editor@example.org ',
      'edi\u200btor@example.org',
      'editor@exam\u00adple.org',
      'editor@example.org\u0000',
      'editor@ｅxample.org',
      'еditor@example.org',
      'edi\u202etor@example.org',
      'editor\ufe0f@example.org',
      'edi\u034ftor@example.org',
    ]
    for (const email of alike) assert.equal(await withEmail(email), none, JSON.stringify(email))
  })

  test('is that of the address in any case of its letters, and of either form of its domain', async () => {
    assert.equal(await withEmail('EDITOR@Example.org'), 'editor')
    assert.equal(await withEmail('author@xn--exmple-qta.com'), 'author')
    assert.equal(await withEmail('Contributor@exámple.com'), 'contributor')
  })
})

describe('an account found by its user name', () => {
  before(async () => {
    for (const login of ['editor', 'author', 'contributor']) await service.accounts.unlink(login)
    service = await restart(service, { oidcMatch: 'username' })
    await provider.serve(service.address)
  })

  test('is not that of a name which only looks like it', async () => {
    const alike = ['éditor', 'editor\u200b', 'ｅditor', 'edıtor', 'edİtor', 'еditor', ' editor']
    alike.push('editor ', 'edi\u00adtor', 'editor\u0000', 'editor\u3164', 'editor\ufe0f')
    for (const name of alike) assert.equal(await withName(name), none, JSON.stringify(name))
  })

  test('is that of the name in any case of its letters', async () => {
    assert.equal(await withName('EDITOR'), 'editor')
  })
})

describe('accounts for people without an invitation', () => {
  before(async () => {
    service = await restart(service, { oidcMatch: 'email', oidcNewUsers: 'contributor' })
    await provider.serve(service.address)
  })

  test('a look-alike address gets a separate account without the address; hidden characters get none', async () => {
    const alike = { email: 'ádministrator@example.org', email_verified: true }
    assert.equal(
      await signedIn({ ...alike, preferred_username: 'ádministrator' }),
      'ádministrator-2',
    )
    const created = await service.accounts.get('ádministrator-2')
    assert.deepEqual([created.email, created.role], ['', 'contributor'])
    assert.equal(await withEmail('editor\u200b@example.org'), none)
    assert.equal(await withEmail(' editor@example.org'), none)
  })
})
