import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect } from '../../src/sdk/client.ts'
import { almanac, calendarIn, newFolder, serving } from './command.ts'

test('accounts are made, listed, changed and removed', async () => {
  const cwd = await calendarIn(newFolder())
  const run = (...args: string[]) => almanac(args, { cwd })
  const created = await run(
    'users',
    'add',
    'ada',
    '--role',
    'administrator',
    '--email',
    'ada@example.org',
    '--generate',
  )
  assert.equal(created.code, 0)
  assert.match(created.out, /^(\w{4}-){5}\w{4}\n$/)
  assert.match(created.err, /Account ada created \(Administrator\)\./)
  const both = await run(
    'users',
    'add',
    'bob',
    '--role',
    'editor',
    '--token',
    'cli',
    '--application-password',
    'app',
    '--json',
  )
  const { login, token, applicationPassword, password } = JSON.parse(both.out)
  assert.deepEqual([login, password], ['bob', undefined])
  assert.match(token, /^alm_[\w-]{43}$/)
  assert.match(applicationPassword, /^(\w{4} ){5}\w{4}$/)
  const again = await run('users', 'add', 'ADA', '--role', 'editor', '--lang', 'fr')
  assert.deepEqual([again.code, again.out, again.err], [1, '', 'Cet identifiant est déjà pris.\n'])
  const role = await run('users', 'role', 'bob', 'author', '--lang', 'fr')
  assert.deepEqual([role.code, role.err], [0, 'Rôle de bob\u00a0: Auteur.\n'])
  assert.match((await run('users', 'role', 'ada', 'author')).err, /last administrator/)
  const short = await almanac(['users', 'passwd', 'bob', '--password-file', '-'], {
    cwd,
    input: 'short\n',
  })
  assert.match(short.err, /10 to 1000 characters/)
  assert.equal(
    (
      await almanac(['users', 'passwd', 'bob', '--password-file', '-'], {
        cwd,
        input: 'long enough\n',
      })
    ).code,
    0,
  )
  const listed = JSON.parse((await run('users', 'list', '--json')).out)
  assert.deepEqual(
    listed.map((user: Record<string, unknown>) => [user.id, user.login, user.role]),
    [
      [1, 'ada', 'administrator'],
      [2, 'bob', 'author'],
    ],
  )
  assert.equal((await run('users', 'remove', 'bob')).code, 2)
  assert.equal((await run('users', 'remove', 'bob', '--yes')).code, 0)
  assert.match(
    (await run('users', 'list')).out,
    /^ID {2}LOGIN .*\n1 {3}ada +administrator +ada@example\.org .*\n$/,
  )
})

test('the administrator of README signs in, and doctor counts those who can', async () => {
  const cwd = newFolder()
  // the first administrator from the environment, with a token alone
  const env = { ALMANAC_ADMIN_LOGIN: 'robot' }
  const service = await serving([], { cwd, env })
  const run = (...args: string[]) => almanac(args, { cwd })
  const found = async () => (await run('doctor')).out
  assert.match(await found(), /No administrator can sign in: the account robot has no password\./)
  const added = await run('users', 'add', 'admin', '--role', 'administrator', '--token', 'laptop')
  const [, password, token = ''] =
    /^Password: (\S+)\nBearer token: (alm_\S+)\n$/.exec(added.out) ?? assert.fail(added.out)
  const signedIn = await fetch(`${service.address}/admin/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: service.address },
    body: JSON.stringify({ login: 'admin', password }),
  })
  assert.equal(signedIn.status, 200)
  assert.equal(
    (await connect(service.root.plain, { token }).tags.create({ name: 'Free' })).name,
    'Free',
  )
  assert.match(await found(), /1 administrator can sign in\./)
  const writer = await run('users', 'add', 'bot', '--role', 'author', '--token', 'import')
  assert.match(writer.out, /^alm_\S+\n$/)
  assert.match(writer.err, /It has no password yet/)
  await service.stop()
})

test('an empty or contradictory option is a usage error, and makes nothing', async () => {
  const cwd = await calendarIn(newFolder())
  const run = (...args: string[]) => almanac(args, { cwd })
  for (const option of ['--token', '--application-password']) {
    const { code, err } = await run('users', 'add', 'eve', '--role', 'editor', option, '')
    assert.deepEqual([code, err], [2, `The option ${option} needs a value.\n`])
  }
  assert.equal((await run('users', 'show', 'eve')).code, 1)
  await run('users', 'add', 'bob', '--role', 'editor', '--token', 'cli')
  const create = (...more: string[]) => run('tokens', 'create', '--user', 'bob', ...more)
  assert.equal((await create('--name', '')).code, 2)
  assert.equal((await create('--name', 'x', '--feed', '--scope', 'write')).code, 2)
  assert.equal((await create('--name', 'x', '--language', 'fr', '--scope', 'admin')).code, 2)
  assert.equal(JSON.parse((await run('tokens', 'list', '--json')).out).length, 1)
})

test('a token is printed once, opens the API, and closes when it is revoked', async () => {
  const cwd = await calendarIn(newFolder())
  await almanac(['users', 'add', 'ada', '--role', 'administrator'], { cwd })
  const created = await almanac(
    [
      'tokens',
      'create',
      '--user',
      'ada',
      '--name',
      'robot',
      '--scope',
      'write',
      '--expires',
      '90d',
    ],
    { cwd },
  )
  const token = created.out.trim()
  assert.match(token, /^alm_/)
  assert.match(created.err, /Copy it now/)
  const service = await serving([], { cwd })
  const { tags } = connect(service.root.plain, { token })
  assert.equal((await tags.create({ name: 'Free' })).name, 'Free')
  const [listed] = JSON.parse(
    (await almanac(['tokens', 'list', '--user', 'ada', '--json'], { cwd })).out,
  )
  assert.deepEqual(
    [listed.name, listed.scope, listed.type, listed.state, listed.last_characters],
    ['robot', 'write', 'token', 'valid', token.slice(-4)],
  )
  assert.equal((await almanac(['tokens', 'revoke', String(listed.id)], { cwd })).code, 0)
  await assert.rejects(tags.create({ name: 'Late' }), { code: 'invalid_token', status: 401 })
  assert.match((await almanac(['tokens', 'list', '--lang', 'fr'], { cwd })).out, /révoqué/)
  assert.equal((await almanac(['tokens', 'revoke', '99'], { cwd })).code, 1)
  await service.stop()
})

test('a token chosen by the user must be hard to guess', async () => {
  const cwd = newFolder()
  for (const weak of [
    'changeme',
    'a-token-of-our-own-choosing',
    'a'.repeat(64),
    'abc '.repeat(20),
  ]) {
    const { code, err } = await almanac(['serve', '--port', '0'], {
      cwd,
      env: { ALMANAC_ADMIN_LOGIN: 'ada', ALMANAC_ADMIN_TOKEN: weak },
    })
    assert.equal(code, 2)
    assert.match(
      err,
      /ALMANAC_ADMIN_TOKEN is not valid\. Expected a random token of at least 32 characters/,
    )
    assert.ok(!err.includes(weak))
  }
})

test('the first administrator may come from the environment, its secret from a file', async () => {
  const cwd = newFolder()
  const token = 'a-token-0f-0ur-own-choosing-that-n0body-guesses'
  writeFileSync(join(cwd, 'token'), `${token}\n`)
  const service = await serving([], {
    cwd,
    env: { ALMANAC_ADMIN_LOGIN: 'ada', ALMANAC_ADMIN_TOKEN_FILE: 'token' },
  })
  assert.equal(
    (await connect(service.root.plain, { token }).tags.create({ name: 'Free' })).name,
    'Free',
  )
  const { err } = await service.stop()
  assert.doesNotMatch(err, /There is no account yet/)
  assert.doesNotMatch(err, new RegExp(token))
})

test('an account has a language, which its link has, at the URL of the running service', async () => {
  const cwd = newFolder()
  const service = await serving([], { cwd })
  const run = (...args: string[]) => almanac(args, { cwd })
  const created = await run('users', 'add', 'marie', '--role', 'editor', '--language', 'fr')
  assert.match(created.err, /has no password yet.* users link marie/)
  const { origin } = new URL(service.address)
  const link = async () => (await run('users', 'link', 'marie')).out
  assert.match(await link(), new RegExp(`^${origin}/fr/admin/#link=`))
  const readUser = async () => JSON.parse((await run('users', 'show', 'marie', '--json')).out)
  assert.equal((await readUser()).language, 'fr')
  const edited = await run('users', 'edit', 'marie', '--language', 'en', '--name', 'Marie C')
  assert.equal(edited.code, 0, edited.err)
  const { language, name } = await readUser()
  assert.deepEqual([language, name], ['en', 'Marie C'])
  await service.stop()
  // the service need not run, and a setting of this command wins
  assert.match(await link(), new RegExp(`^${origin}/admin/#link=`))
  const elsewhere = await run('users', 'link', 'marie', '--public-url', 'https://a.example')
  assert.match(elsewhere.out, /^https:\/\/a\.example\/admin\/#link=/)
  assert.equal((await run('users', 'edit', 'marie')).code, 2)
  assert.match((await run('users', 'edit', 'marie', '--language', 'de')).err, /“de”/)
})

test('a setting that a command does not use is refused, not swallowed', async () => {
  const cwd = await calendarIn(newFolder())
  for (const args of [
    ['users', 'list', '--timezone', 'Europe/Paris'],
    ['users', 'add', 'bob', '--role', 'editor', '--port', '9'],
    ['tokens', 'list', '--site-name', 'x'],
    ['trash', 'empty', '--per-page', '9'],
  ]) {
    const { code, err } = await almanac(args, { cwd })
    assert.deepEqual([code, /does not use it/.test(err)], [2, true], `${args.join(' ')}: ${err}`)
  }
  assert.equal((await almanac(['users', 'list', '--data-folder', 'data'], { cwd })).code, 0)
})

test('off a terminal SIGHUP does not end the service', {
  skip: process.platform === 'win32' && 'Windows has no SIGHUP',
}, async () => {
  const cwd = newFolder()
  const service = await serving([], { cwd })
  process.kill(service.pid, 'SIGHUP')
  for (let n = 0; n < 5; n++)
    assert.equal((await fetch(`${service.address}/health/ready`)).status, 200)
  assert.equal((await service.stop()).code, 0)
})

test('users erase lists what it finds, asks, and erases it', async () => {
  const cwd = await calendarIn(newFolder())
  const run = (...args: string[]) => almanac(args, { cwd })
  await run('users', 'add', 'ada', '--role', 'administrator', '--generate')
  await run('users', 'add', 'bob', '--role', 'editor', '--email', 'bob@example.org', '--generate')
  assert.equal((await run('users', 'erase', 'bob@example.org')).code, 2)
  const dry = await run('users', 'erase', 'bob@example.org', '--dry-run', '--json')
  const { erased, stays, dry_run, found: results } = JSON.parse(dry.out)
  assert.deepEqual([erased, stays, dry_run, results[0].place], [1, 0, true, 'account'])
  assert.match((await run('users', 'list')).out, /bob/)
  const done = await run('users', 'erase', 'BOB', '--yes', '--lang', 'fr')
  assert.match(done.err, /^Effacé\u00a0: 1\. /)
  assert.doesNotMatch((await run('users', 'list')).out, /bob/)
  assert.match((await run('users', 'erase', 'bob', '--yes')).out, /Nothing is stored/)
})

test('webhooks are added, listed, paused, tried and removed, as the API does it', async () => {
  const cwd = await calendarIn(newFolder())
  const run = (...args: string[]) => almanac(args, { cwd })
  const before = await run('webhooks')
  assert.deepEqual([before.code, /no administrator yet/.test(before.err)], [1, true])
  await run('users', 'add', 'ada', '--role', 'administrator', '--generate')
  assert.match((await run('webhooks')).err, /There are no webhooks\./)
  const url = 'http://127.0.0.1:9/hook?a=b'
  const added = await run('webhooks', 'add', url, 'kinds=event,venue', 'language=fr')
  assert.equal(added.code, 0, added.err)
  assert.match(added.out, /^whsec_\S+\n$/)
  const listed = JSON.parse((await run('webhooks', 'list', '--json')).out)
  const [{ id, kinds, language, owner }] = listed
  assert.deepEqual([listed.length, kinds, language, owner], [1, ['venue', 'event'], 'fr', 1])
  assert.match((await run('webhooks')).out, /127\.0\.0\.1:9\/hook\?a=b +active/)
  const tried = await run('webhooks', 'test', String(id), '--json')
  assert.equal(JSON.parse(tried.out).error, 'address')
  const paused = await run('webhooks', 'change', String(id), 'state=paused')
  assert.match(paused.out, /^state +paused$/m)
  const refused = await run('webhooks', 'change', String(id), 'state=gone', '--lang', 'fr')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /state .*Attendu/)
  for (const [wrong, message] of [
    [['change', '1', 'colour=red'], /one of these names: id, state/],
    [['change', 'state=paused'], /ID of the webhook is missing/],
    [['list', 'x'], /“x” is one too many: this operation takes no values/],
    [['delete', '1'], /remove id=…: Remove a webhook/],
  ] as const) {
    const { code, err } = await run('webhooks', ...wrong)
    assert.equal(code, 2)
    assert.match(err, message)
  }
  assert.equal((await run('webhooks', 'remove', String(id))).code, 0)
  assert.deepEqual(JSON.parse((await run('webhooks', '--json')).out), [])
  // no credential is stored for a command
  assert.deepEqual(JSON.parse((await run('tokens', 'list', '--json')).out), [])
})
