import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readSettings } from '../../src/config/config.ts'
import { type Person, startProvider, type TestProvider } from '../support/provider.ts'
import type { Reply, Service } from '../support/service.ts'
import { startWithPasswords } from './browser-like.ts'
import { openGuest } from './provider.ts'

const people: Record<string, Person> = {
  editor: { sub: 'editor', email: 'editor@example.org', email_verified: true },
  author: { sub: 'author', email: 'author@example.org', email_verified: true },
}

let provider: TestProvider
let service: Service
const closing: (() => void)[] = []
function newGuest() {
  const guest = openGuest(service, provider)
  closing.push(guest.tab.close)
  return guest
}
type Guest = ReturnType<typeof newGuest>

async function isOver(guest: Guest, code: string) {
  const reply = await guest.finish()
  assert.equal(reply.body.code, code, reply.text)
  assert.equal(guest.tab.cookie, '')
}
const cookieOf = ({ tab }: Guest) => tab.others.get('__Host-almanac-provider') ?? ''

function changed(url: string, of: Record<string, string | null>): string {
  const parsed = new URL(url)
  for (const [name, value] of Object.entries(of))
    if (value === null) parsed.searchParams.delete(name)
    else parsed.searchParams.set(name, value)
  return parsed.href
}
const paramOf = (url: string, name: string) => new URL(url).searchParams.get(name) ?? ''

before(async () => {
  provider = await startProvider(people)
  service = await startWithPasswords({ ...provider.settings, attemptLimit: 1000 })
  for (const login of Object.keys(people))
    await service.accounts.change(login, { email: `${login}@example.org` })
})
after(async () => {
  for (const close of closing) close()
  await service.close()
  await provider.close()
})

test('a provider that is down stops neither the service nor passwords, and works again once it is back', async () => {
  const guest = newGuest()
  const down = await guest.tab.send('POST', 'provider', {})
  assert.deepEqual([down.status, down.body.code], [503, 'provider_unreachable'])
  assert.ok(Number(down.headers['retry-after']) > 0)
  assert.equal((await guest.tab.signIn('author')).status, 200)
  await provider.serve(service.address)
  let reply: Reply
  do reply = await newGuest().tab.send('POST', 'provider', {})
  while (reply.status === 503)
  assert.equal(reply.status, 200, reply.text)
  assert.equal((await newGuest().signIn('editor')).body.user.login, 'editor')
})

describe('a sign-in by the provider', () => {
  test('uses state, nonce and PKCE, and one redirect URI', async () => {
    const url = await newGuest().begin()
    for (const name of ['state', 'nonce', 'code_challenge'])
      assert.match(paramOf(url, name), /^[\w-]{43}$/)
    assert.equal(paramOf(url, 'code_challenge_method'), 'S256')
    assert.equal(paramOf(url, 'response_type'), 'code')
    const redirect = `${service.address}/admin/api/provider/callback`
    assert.equal(paramOf(url, 'redirect_uri'), redirect)
    assert.ok(!url.includes(String(provider.settings.oidcClientSecret)))
  })

  test('is bound to the browser that began it, by a cookie that cannot be read or changed', async () => {
    const guest = newGuest()
    const started = await guest.tab.send('POST', 'provider', {})
    const [set = ''] = started.headers['set-cookie'] ?? []
    const flags = 'Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=600'
    assert.ok(set.startsWith('__Host-almanac-provider=') && set.endsWith(`; ${flags}`), set)
    for (const secret of ['state', 'nonce'])
      assert.ok(!set.includes(paramOf(started.body.url, secret)))
    const sealed = cookieOf(guest)
    const flipped = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A')
    for (const forged of ['', 'x', sealed.slice(0, 60), `${flipped}AA`, `A${sealed.slice(1)}`]) {
      guest.tab.others.set('__Host-almanac-provider', forged)
      await isOver(guest, 'provider_expired')
    }
  })

  test('signs in only the user who began it: the URL of another user opens nothing', async () => {
    const attacker = newGuest()
    const back = await attacker.goes('author')
    const victim = newGuest()
    assert.equal((await victim.comes(back)).headers['set-cookie'], undefined)
    await isOver(victim, 'provider_expired')
    // nor while the victim is at the provider; their own way back stays open
    const own = await victim.goes('editor')
    assert.equal((await victim.comes(back)).headers['set-cookie'], undefined)
    await isOver(victim, 'provider_expired')
    await victim.comes(own)
    assert.equal((await victim.finish()).body.user.login, 'editor')
  })

  test('takes no code of another sign-in', async () => {
    const attacker = newGuest()
    const stolen = paramOf(await attacker.goes('editor'), 'code')
    const guest = newGuest()
    await guest.comes(changed(await guest.goes('author'), { code: stolen }))
    await isOver(guest, 'provider_refused')
  })

  test('takes no other state, issuer or refusal for a yes', async () => {
    const cases: [Record<string, string | null>, string][] = [
      [{ state: 'x' }, 'provider_expired'],
      [{ state: null }, 'provider_expired'],
      [{ iss: 'https://another.example' }, 'provider_refused'],
      [{ code: null }, 'provider_refused'],
      [{ code: null, error: 'access_denied' }, 'provider_refused'],
    ]
    for (const [change, code] of cases) {
      const guest = newGuest()
      await guest.comes(changed(await guest.goes('author'), change))
      await isOver(guest, code)
    }
    const guest = newGuest()
    const back = await guest.goes('author')
    await guest.comes(`${back}&state=${paramOf(back, 'state')}`)
    await isOver(guest, 'provider_expired')
  })

  test('leads in once: neither its URL nor its cookie opens anything again', async () => {
    const guest = newGuest()
    const back = await guest.goes('author')
    const started = cookieOf(guest)
    await guest.comes(back)
    const ended = cookieOf(guest)
    const both = await Promise.all([guest.finish(), guest.finish()])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 403])
    const thief = newGuest()
    thief.tab.others.set('__Host-almanac-provider', ended)
    await isOver(thief, 'provider_expired')
    thief.tab.others.set('__Host-almanac-provider', started)
    await thief.comes(back)
    await isOver(thief, 'provider_expired')
  })

  test('begins and ends on pages of the service only, and leads back to no other site', async () => {
    const guest = newGuest()
    const other = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    for (const path of ['provider', 'provider/session']) {
      const reply = await guest.tab.send('POST', path, {}, other)
      assert.deepEqual([reply.status, reply.body.code], [403, 'session_elsewhere'])
    }
    for (const screen of ['//evil.example', '@evil.example', '/a b', '/..', '/events?x=1']) {
      const { headers } = await guest.comes(await guest.goes('author', screen))
      assert.equal(headers.location, `${service.address}/admin/#provider`)
    }
  })
})

test('without the setting there is no sign-in with a provider', async t => {
  const plain = await startWithPasswords()
  t.after(plain.close)
  const guest = openGuest(plain, provider)
  closing.push(guest.tab.close)
  assert.equal((await guest.tab.send('GET', 'session')).body.site.provider, '')
  for (const path of ['provider', 'provider/session'])
    assert.equal((await guest.tab.send('POST', path, {})).status, 404)
  assert.equal((await guest.tab.send('GET', 'provider/callback?code=x&state=x')).status, 404)
})

test('the provider is reached over https, or on this machine, and the service has a client ID', () => {
  const errorsOf = (env: Record<string, string>) =>
    readSettings({ flags: {}, env, cwd: '/nowhere' }).fieldErrors.map(({ name }) => name)
  const ALMANAC_OIDC_CLIENT_ID = 'almanac'
  for (const url of ['http://example.org', 'ftp://example.org', 'https://a@example.org', 'x'])
    assert.deepEqual(errorsOf({ ALMANAC_OIDC_ISSUER: url, ALMANAC_OIDC_CLIENT_ID }), ['oidcIssuer'])
  for (const url of ['https://example.org/realms/x/', 'http://localhost:9000', 'http://[::1]:9000'])
    assert.deepEqual(errorsOf({ ALMANAC_OIDC_ISSUER: url, ALMANAC_OIDC_CLIENT_ID }), [])
  assert.deepEqual(errorsOf({ ALMANAC_OIDC_ISSUER: 'https://example.org' }), ['oidcClientId'])
})
