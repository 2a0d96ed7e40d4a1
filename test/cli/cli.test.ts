import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connect } from '../../src/sdk/client.ts'

const program = fileURLToPath(new URL('../../bin/almanac.js', import.meta.url))
const folders: string[] = []
const running = new Set<ChildProcess>()
after(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-cli-'))
  folders.push(folder)
  return folder
}

type Surroundings = { cwd: string; env?: Record<string, string>; input?: string }

/** Starts the real command, with nothing of this environment but what finds programs. */
function start(args: string[], { cwd, env = {}, input }: Surroundings) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  running.add(child)
  child.stdin.end(input ?? '')
  const told = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    told.out += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    told.err += text
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>(resolve =>
    child.on('close', code => {
      running.delete(child)
      resolve({ code, ...told })
    }),
  )
  return { child, told, ended }
}

const almanac = (args: string[], surroundings: Surroundings) => start(args, surroundings).ended

/** Starts the service on a free port; answers when it listens. */
async function serving(args: string[], surroundings: Surroundings) {
  const { child, told, ended } = start(
    ['serve', '--port', '0', '--json', '--log-level', 'error', ...args],
    surroundings,
  )
  while (!told.out.includes('\n')) {
    const early = await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 10))])
    assert.equal(early, undefined, told.err)
  }
  return {
    pid: child.pid as number,
    ...(JSON.parse(told.out) as {
      address: string
      root: Record<'plain' | 'en' | 'fr', string>
      isFirstStart: boolean
    }),
    told,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

test('help is data, in the language of the terminal', async () => {
  const cwd = newFolder()
  const english = await almanac([], { cwd })
  assert.deepEqual([english.code, english.err], [0, ''])
  assert.match(
    english.out,
    /^Usage: almanac .*\n[\s\S]*serve[\s\S]*users[\s\S]*tokens[\s\S]*config[\s\S]*demo/,
  )
  const french = await almanac(['users', '--help'], { cwd, env: { LANG: 'fr_FR.UTF-8' } })
  assert.match(french.out, /^Emploi : almanac users/)
  assert.match(french.out, /Créer un compte/)
})

test('what is misspelt is told with what was meant, and asks nothing of the disk', async () => {
  const cwd = newFolder()
  const told = await Promise.all([
    almanac(['sevre'], { cwd }),
    almanac(['users', 'lits', '--lang', 'fr'], { cwd }),
    almanac(['serve', '--prot', '80'], { cwd }),
    almanac(['serve', '--port', 'http'], { cwd, env: { LC_ALL: 'fr_CA' } }),
    almanac(['users', 'list', '--lang', 'de'], { cwd }),
  ])
  assert.deepEqual(
    told.map(({ code, out }) => [code, out]),
    told.map(() => [2, '']),
  )
  assert.match(told[0]!.err, /There is no command “sevre”\. Did you mean serve\?/)
  assert.match(told[1]!.err, /Il n’y a pas de commande « lits »\. Vouliez-vous dire list \?/)
  assert.match(told[2]!.err, /There is no option --prot here\. Did you mean --port\?/)
  assert.match(
    told[3]!.err,
    /--port vaut « http »\. Valeur attendue : un nombre entier de 0 à 65535\./,
  )
  assert.match(told[4]!.err, /--lang is “de”/)
  assert.deepEqual(readdirSync(cwd), [])
})

test('config tells the settings in effect, where they come from, and no secret', async () => {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'almanac.yaml'), 'timezone: Europe/Paris\nlangauge: fr\n')
  const env = {
    ALMANAC_ADMIN_LOGIN: 'ada',
    ALMANAC_ADMIN_PASSWORD: 'correct horse',
    ALMANAC_PROT: '1',
  }
  const { code, out, err } = await almanac(['config', '--per-page', '7', '--json'], { cwd, env })
  const { settings, unknown } = JSON.parse(out)
  assert.equal(code, 0)
  assert.deepEqual(settings.perPage, { value: 7, from: 'flag', name: '--per-page' })
  assert.deepEqual(settings.timezone, { value: 'Europe/Paris', from: 'file', name: 'timezone' })
  assert.deepEqual(settings.adminPassword, {
    value: '••••',
    from: 'environment',
    name: 'ALMANAC_ADMIN_PASSWORD',
  })
  assert.deepEqual(unknown, ['ALMANAC_PROT', 'langauge'])
  assert.match(
    err,
    /ALMANAC_PROT\. Did you mean ALMANAC_PORT\?[\s\S]*langauge\. Did you mean language\?/,
  )
  const text = await almanac(['config', '--explain', '--lang', 'fr'], { cwd, env })
  assert.match(
    text.out,
    /# Le port d’écoute.*\n# Variable ALMANAC_PORT, option --port\.\nport: 8080 +# par défaut/,
  )
  assert.doesNotMatch(out + err + text.out + text.err, /correct horse/)
})

test('accounts are made, listed, changed and removed', async () => {
  const cwd = newFolder()
  const run = (...args: string[]) => almanac(args, { cwd })
  const made = await run(
    'users',
    'add',
    'ada',
    '--role',
    'administrator',
    '--email',
    'ada@example.org',
    '--generate',
  )
  assert.equal(made.code, 0)
  assert.match(made.out, /^(\w{4}-){5}\w{4}\n$/)
  assert.match(made.err, /The account ada is made \(administrator\)\./)
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
  assert.equal((await run('users', 'role', 'bob', 'author')).code, 0)
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

test('without a terminal nothing is asked: what is missing is told', async () => {
  const cwd = newFolder()
  const told = await Promise.all([
    almanac(['users', 'add'], { cwd }),
    almanac(['tokens', 'create', '--user', 'ada'], { cwd }),
  ])
  assert.deepEqual(
    told.map(({ code }) => code),
    [2, 2],
  )
  assert.match(told[0]!.err, /almanac users add LOGIN --role/)
  assert.match(told[1]!.err, /almanac tokens create --user LOGIN --name NAME/)
  assert.deepEqual(readdirSync(cwd), [])
})

test('a token is printed once, opens the interface, and closes when it is revoked', async () => {
  const cwd = newFolder()
  await almanac(['users', 'add', 'ada', '--role', 'administrator'], { cwd })
  const made = await almanac(
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
  const token = made.out.trim()
  assert.match(token, /^alm_/)
  assert.match(made.err, /Keep it now/)
  const service = await serving([], { cwd })
  const { tags } = connect(service.root.plain, { token })
  assert.equal((await tags.create({ name: 'Free' })).name, 'Free')
  const [listed] = JSON.parse(
    (await almanac(['tokens', 'list', '--user', 'ada', '--json'], { cwd })).out,
  )
  assert.deepEqual(
    [listed.name, listed.scope, listed.state, listed.hint],
    ['robot', 'write', 'live', token.slice(-4)],
  )
  assert.equal((await almanac(['tokens', 'revoke', String(listed.id)], { cwd })).code, 0)
  await assert.rejects(tags.create({ name: 'Late' }), { code: 'invalid_token', status: 401 })
  assert.match((await almanac(['tokens', 'list', '--lang', 'fr'], { cwd })).out, /révoqué/)
  assert.equal((await almanac(['tokens', 'revoke', '99'], { cwd })).code, 1)
  await service.stop()
})

test('the first start tells where everything is and how to get in; the second says nothing', async () => {
  const cwd = newFolder()
  const first = await serving(['--data-folder', 'my data'], { cwd, env: { LANG: 'fr_FR.UTF-8' } })
  assert.equal(first.isFirstStart, true)
  assert.equal((await fetch(`${first.address}/health/ready`)).status, 200)
  const ended = await first.stop()
  assert.equal(ended.code, 0)
  assert.match(ended.err, /Almanac est prêt\./)
  for (const place of [
    first.root.en,
    first.root.fr,
    `${first.root.plain}/doc`,
    `${first.address}/health/ready`,
  ])
    assert.ok(ended.err.includes(place), place)
  assert.match(ended.err, /npx almanac users add NOM --role administrator --data-folder 'my data'/)
  assert.match(ended.err, /npx almanac demo --data-folder 'my data'/)
  const second = await serving(['--data-folder', 'my data'], { cwd })
  assert.equal(second.isFirstStart, false)
  const { code, err } = await second.stop()
  assert.deepEqual([code, err], [0, ''])
})

test('the first administrator may come from the environment, its secret from a file', async () => {
  const cwd = newFolder()
  const token = 'a-token-of-our-own-choosing'
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

test('a port that is taken is told, and nothing more', async () => {
  const cwd = newFolder()
  const service = await serving([], { cwd })
  const { port } = new URL(service.address)
  const { code, err } = await almanac(['serve', '--port', port, '--log-level', 'silent'], { cwd })
  assert.deepEqual(
    [code, err],
    [
      1,
      `Port ${port} is taken by another program. Choose another with --port, or 0 for any that is free.\n`,
    ],
  )
  await service.stop()
})

test('demo writes a bilingual calendar, once, and leaves no key behind', async () => {
  const cwd = newFolder()
  const first = await almanac(['demo', '--count', '30', '--json'], { cwd })
  assert.equal(first.code, 0, first.err)
  assert.deepEqual(JSON.parse(first.out), {
    events: 30,
    venues: 40,
    organizers: 20,
    categories: 15,
    tags: 24,
    skipped: 0,
  })
  const refused = await almanac(['demo', '--lang', 'fr'], { cwd })
  assert.equal(refused.code, 1)
  assert.match(refused.err, /L’agenda contient déjà 30 évènements\./)
  const again = await almanac(['demo', '--count', '30', '--again', '--lang', 'fr', '--json'], {
    cwd,
  })
  assert.deepEqual([JSON.parse(again.out).events, JSON.parse(again.out).skipped], [0, 129])
  const tokens = JSON.parse((await almanac(['tokens', 'list', '--json'], { cwd })).out)
  assert.ok(
    tokens.length > 0 && tokens.every(({ state }: { state: string }) => state === 'revoked'),
  )
  const service = await serving([], { cwd })
  const french = await connect(service.root.fr).events.list({ per_page: 50 })
  assert.ok(french.total > 10)
  assert.ok(french.items.some(({ language }) => language === 'fr'))
  await service.stop()
})

test('demo writes to a service that runs elsewhere, with a token', async () => {
  const [cwd, elsewhere] = [newFolder(), newFolder()]
  const token = (
    await almanac(['users', 'add', 'ada', '--role', 'editor', '--token', 'demo'], { cwd })
  ).out.trim()
  const service = await serving([], { cwd })
  const to = ['demo', '--count', '5', '--url', service.root.plain]
  assert.equal((await almanac(to, { cwd: elsewhere })).code, 2)
  const written = await almanac([...to, '--json'], {
    cwd: elsewhere,
    env: { ALMANAC_TOKEN: token },
  })
  assert.equal(written.code, 0, written.err)
  assert.equal(JSON.parse(written.out).events, 5)
  assert.deepEqual(readdirSync(elsewhere), [])
  await service.stop()
})

test('--quiet leaves only what goes wrong', async () => {
  const cwd = newFolder()
  const quiet = await almanac(['demo', '--count', '3', '--quiet'], { cwd })
  assert.deepEqual(quiet, { code: 0, out: '', err: '' })
  const refused = await almanac(['-q', 'demo'], { cwd })
  assert.equal(refused.code, 1)
  assert.match(refused.err, /already has 3 events/)
})

test('where there is no terminal, the log tells of the preparation of the lists', async () => {
  const cwd = newFolder()
  await almanac(['demo', '--count', '3', '--quiet'], { cwd })
  const { told, stop } = await serving(['--log-level', 'info'], { cwd })
  const until = performance.now() + 20_000
  while (!told.err.includes('is ready') && performance.now() < until)
    await new Promise(resolve => setTimeout(resolve, 50))
  const lines = told.err
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  assert.deepEqual(
    lines.map(({ work, events }) => ({ work, events })),
    [
      { work: 'lists', events: 3 },
      { work: 'lists', events: 3 },
    ],
  )
  assert.deepEqual([lines[0]?.seconds, typeof lines[1]?.seconds], [undefined, 'number'])
  await stop()
})

const isLinux = process.platform === 'linux'

test('the service is the process that was started, told to give memory back', {
  skip: !isLinux,
}, async () => {
  const { pid, stop } = await serving([], { cwd: newFolder() })
  assert.match(readFileSync(`/proc/${pid}/environ`, 'utf8'), /MALLOC_ARENA_MAX=2/)
  assert.match(readFileSync(`/proc/${pid}/cmdline`, 'utf8'), /--max-semi-space-size=8/)
  assert.equal((await stop()).code, 0)
})
