import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openDataFolder } from '../../src/main.ts'
import { connect } from '../../src/sdk/client.ts'
import { settingsFor } from '../support/service.ts'

const isLinux = process.platform === 'linux'
const bin = fileURLToPath(new URL('../../bin/almanac.js', import.meta.url))
const program = bin
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

/** An empty calendar, as the first start of the service leaves it. */
async function calendarIn(cwd: string) {
  await (await openDataFolder(settingsFor(join(cwd, 'data')))).close()
  return cwd
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
  assert.match(french.out, /^Utilisation : almanac users/)
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
  const cwd = await calendarIn(newFolder())
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
  assert.match(made.err, /Account ada created \(administrator\)\./)
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
  assert.match(told[0]!.err, /almanac\.js users add LOGIN --role/)
  assert.match(told[1]!.err, /almanac\.js tokens create --user LOGIN --name NAME/)
  assert.deepEqual(readdirSync(cwd), [])
})

test('a token is printed once, opens the interface, and closes when it is revoked', async () => {
  const cwd = await calendarIn(newFolder())
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
  assert.match(made.err, /Copy it now/)
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

/** Starts the service as people do, and stops it when it has greeted. */
async function greeting(args: string[], surroundings: Surroundings) {
  const { child, told, ended } = start(['serve', '--port', '0', ...args], surroundings)
  const until = performance.now() + 20_000
  while (!told.out.includes('/health/ready') && performance.now() < until)
    await new Promise(resolve => setTimeout(resolve, 20))
  child.kill('SIGTERM')
  return ended
}

test('the first start shows where everything is, whose zone and language it has, and how to get in', async () => {
  const cwd = newFolder()
  const env = { LANG: 'fr_FR.UTF-8', TZ: 'Europe/Paris' }
  const { code, out } = await greeting(['--data-folder', 'my data', '--log-level', 'error'], {
    cwd,
    env,
  })
  assert.equal(code, 0)
  assert.match(out, /Almanac est démarré\./)
  const [base = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(out) ?? []
  const docs = `${base}/fr/cal/events/v1/doc`
  for (const place of [
    `${base}/en/cal/events/v1`,
    `${base}/fr/cal/events/v1`,
    docs,
    'my data',
    'Europe/Paris',
  ])
    assert.ok(out.includes(place), place)
  // the printed command makes an administrator that can write, from the folder where it was printed
  const [, command = ''] = /^ {2}node (.* users add .*)$/m.exec(out) ?? []
  const [program = '', ...args] = command
    .replaceAll("'my data'", 'my_data')
    .split(' ')
    .map(part => part.replace('my_data', 'my data'))
  assert.equal(program, relative(cwd, bin).startsWith(join('..', '..')) ? bin : relative(cwd, bin))
  const made = await almanac(args, { cwd })
  assert.equal(made.code, 0, made.err)
  const service = await serving(['--data-folder', 'my data'], { cwd })
  assert.equal(service.isFirstStart, false)
  const { tags } = connect(service.root.plain, { token: made.out.trim() })
  assert.equal((await tags.create({ name: 'Free' })).name, 'Free')
  const ended = await service.stop()
  assert.deepEqual([ended.code, ended.err], [0, ''])
})

test('a later start without a terminal says nothing but its log', async () => {
  const cwd = await calendarIn(newFolder())
  const { told, child, ended } = start(
    ['serve', '--port', '0', '--log-level', 'error', '--lang', 'fr'],
    { cwd },
  )
  await new Promise(resolve => setTimeout(resolve, 1500))
  child.kill('SIGTERM')
  await ended
  assert.deepEqual(told, { out: '', err: '' })
})

test('an administrator without a token is shown how to create one', async () => {
  const cwd = newFolder()
  const env = { ALMANAC_ADMIN_LOGIN: 'ada', ALMANAC_ADMIN_PASSWORD: 'correct horse battery' }
  const { out } = await greeting([], { cwd, env })
  assert.match(out, /takes no passwords/)
  assert.match(out, /almanac\.js tokens create --user ada --name laptop/)
})

test('a token of one’s own choice must be hard to guess', async () => {
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
    assert.match(err, /ALMANAC_ADMIN_TOKEN is not valid: a random token of at least 32 characters/)
    assert.ok(!err.includes(weak))
  }
})

test('settings of the site live with the data: the service and every command agree', async () => {
  const cwd = newFolder()
  const paris = await serving([], {
    cwd,
    env: { TZ: 'Europe/Paris', ALMANAC_CURRENCY_CODE: 'EUR' },
  })
  await paris.stop()
  const settingsOf = async () =>
    JSON.parse((await almanac(['config', '--json'], { cwd })).out).settings
  const first = await settingsOf()
  assert.deepEqual(first.timezone, { value: 'Europe/Paris', from: 'database', name: 'timezone' })
  assert.deepEqual(first.currencyCode, { value: 'EUR', from: 'database', name: 'currencyCode' })
  // on another machine's zone it stays; what a command is given does not change it
  assert.equal(
    (
      await almanac(['demo', '--count', '0', '--timezone', 'Asia/Tokyo'], {
        cwd,
        env: { TZ: 'Asia/Tokyo' },
      })
    ).code,
    0,
  )
  assert.equal((await settingsOf()).timezone.value, 'Europe/Paris')
  // what the service is given does, and it says so
  const lisbon = await serving(['--log-level', 'warn', '--timezone', 'Europe/Lisbon'], { cwd })
  assert.match(
    (await lisbon.stop()).err,
    /timezone is now Europe\/Lisbon, stored with the data; it was Europe\/Paris/,
  )
  assert.equal((await settingsOf()).timezone.value, 'Europe/Lisbon')
  const set = await almanac(['config', 'set', 'language', 'fr'], {
    cwd,
    env: { ALMANAC_LANGUAGE: 'en' },
  })
  assert.match(
    set.err,
    /^language is fr, stored with the data\.[\s\S]*But ALMANAC_LANGUAGE says en/,
  )
  assert.equal((await settingsOf()).language.value, 'fr')
  const refused = await Promise.all([
    almanac(['config', 'set', 'timezone', 'Paris'], { cwd }),
    almanac(['config', 'set', 'port', '80'], { cwd }),
    almanac(['config', 'set', 'tmezone', 'UTC'], { cwd }),
  ])
  assert.deepEqual(
    refused.map(({ code }) => code),
    [2, 2, 2],
  )
  assert.match(refused[0]!.err, /timezone cannot be “Paris”; a time zone such as Europe\/Paris/)
  assert.match(refused[1]!.err, /port is not stored with the data/)
  assert.match(refused[2]!.err, /Did you mean timezone\?/)
})

test('a command in a folder without a calendar creates nothing', async () => {
  const cwd = newFolder()
  const told = await Promise.all(
    [
      ['users', 'list'],
      ['users', 'add', 'ada', '--role', 'editor'],
      ['tokens', 'list'],
      ['config'],
      ['config', 'set', 'timezone', 'UTC'],
      ['demo', '--remove'],
    ].map(args => almanac(args, { cwd })),
  )
  assert.deepEqual(
    told.map(({ code }) => code),
    [1, 1, 1, 0, 1, 1],
  )
  assert.match(told[0]!.err, /There is no calendar in .*data\. Start one there with node .* serve/)
  assert.deepEqual(readdirSync(cwd), [])
})

test('a data folder that cannot be created or written is refused at once, with a sentence', {
  timeout: 30_000,
}, async () => {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'file'), '')
  const folders = [
    join(cwd, 'file'),
    join(cwd, 'file', 'below'),
    ...(isLinux ? ['/proc/almanac', '/sys/almanac'] : []),
  ]
  const told = await Promise.all(
    folders.map(folder => almanac(['serve', '--port', '0', '--data-folder', folder], { cwd })),
  )
  for (const { code, err } of told) {
    assert.equal(code, 1)
    assert.match(err, /^The data folder .* Choose another with --data-folder\.\n$/)
  }
})

test('a failure under --json is JSON', async () => {
  const cwd = await calendarIn(newFolder())
  const errors = await Promise.all(
    [
      ['users', 'passwd', 'nobody', '--generate'],
      ['users', 'add', 'a b', '--role', 'editor'],
      ['sevre'],
      ['serve', '--port', 'x'],
    ].map(async args => {
      const { code, out, err } = await almanac([...args, '--json'], { cwd })
      assert.equal(out, '')
      const lines = err
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
      return [code, lines.at(-1).error.code, typeof lines.at(-1).error.message]
    }),
  )
  assert.deepEqual(errors, [
    [1, 'failed', 'string'],
    [2, 'login', 'string'],
    [2, 'usage', 'string'],
    [2, 'usage', 'string'],
  ])
})

test('what was typed wrongly ends with 2, and what was probably meant is named', async () => {
  const cwd = await calendarIn(newFolder())
  const told = await Promise.all([
    almanac(['users', 'add', 'bob', '--role', 'editr'], { cwd }),
    almanac(['users', 'add', 'bob', '--token', 'x', '--scope', 'wrte', '--lang', 'fr'], { cwd }),
    almanac(['users', 'add', 'bob', '--email', 'nowhere'], { cwd }),
    almanac(['demo', '--token', 'secret'], { cwd }),
  ])
  assert.deepEqual(
    told.map(({ code }) => code),
    [2, 2, 2, 2],
  )
  assert.match(told[0]!.err, /There is no role “editr”\. Did you mean editor\?/)
  assert.match(told[1]!.err, /Vouliez-vous dire write\s\?/)
})

test('help and version are commands too; of several --lang the last counts', async () => {
  const cwd = newFolder()
  const [help, version, last] = await Promise.all([
    almanac(['help', 'users', 'add'], { cwd }),
    almanac(['version'], { cwd }),
    almanac(['--lang', 'en', '--lang', 'fr', 'help'], { cwd }),
  ])
  assert.match(help.out, /^Usage: almanac users add/)
  assert.match(version.out, /^\d+\.\d+\.\d+\n$/)
  assert.match(last.out, /^Utilisation/)
  assert.deepEqual([help.code, version.code, last.code], [0, 0, 0])
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

test('a port that is taken is told, and nothing more', async () => {
  const cwd = newFolder()
  const service = await serving([], { cwd })
  const { port } = new URL(service.address)
  const other = { cwd: newFolder() }
  const { code, err } = await almanac(['serve', '--port', port, '--log-level', 'silent'], other)
  assert.deepEqual(
    [code, err],
    [
      1,
      `Port ${port} is in use by another program. Choose another with --port, or 0 for any that is free.\n`,
    ],
  )
  await service.stop()
})

test('demo writes a bilingual calendar, once, and leaves no key behind', async () => {
  const cwd = newFolder()
  const first = await almanac(['demo', '--count', '30', '--json'], { cwd })
  assert.equal(first.code, 0, first.err)
  const { images, ...written } = JSON.parse(first.out)
  assert.ok(images > 5)
  assert.deepEqual(written, {
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

test('demo --remove removes what demo created, and leaves what was changed or is used', async () => {
  const cwd = await calendarIn(newFolder())
  const token = (
    await almanac(['users', 'add', 'ada', '--role', 'editor', '--token', 'x'], { cwd })
  ).out.trim()
  const written = JSON.parse((await almanac(['demo', '--count', '20', '--json'], { cwd })).out)
  const service = await serving([], { cwd })
  const { events, venues, images } = connect(service.root.plain, { token })
  const always = { start_date: '1000-01-01', end_date: '9999-12-31', per_page: 50 } as const
  const { items } = await events.list(always)
  const [changed, other] = items.filter(({ venue }) => venue && 'id' in venue) as [
    (typeof items)[number],
    (typeof items)[number],
  ]
  await events.change(changed.id, { title: 'Ours now' })
  const used = (other.venue as { id: number }).id
  const ours = await events.create({
    title: 'Ours',
    start_date: '2030-01-01 10:00',
    end_date: '2030-01-01 11:00',
    venue: used,
  })
  const { removed, left } = JSON.parse((await almanac(['demo', '--remove', '--json'], { cwd })).out)
  assert.equal(removed.events, written.events - 1)
  assert.deepEqual(left.events, [changed.id])
  assert.ok(left.venues.includes(used))
  assert.deepEqual(left.images, [(changed.image as { id: number }).id])
  const rest = (await events.list(always)).items.map(({ id }) => id)
  assert.deepEqual(rest.toSorted(), [changed.id, ours.id].toSorted())
  assert.equal((await venues.list({ per_page: 50 })).total, left.venues.length)
  assert.equal((await images.list({})).total, 1)
  // nothing went to the trash
  assert.equal((await events.list({ ...always, status: 'trash' })).total, 0)
  assert.equal((await venues.list({ status: 'trash' })).total, 0)
  await service.stop()
  const again = await almanac(['demo', '--remove', '--url', 'http://127.0.0.1:1/x'], { cwd })
  assert.equal(again.code, 2)
})

test('trash empty deletes permanently what is in the trash, or what has been there for a time', async () => {
  const cwd = await calendarIn(newFolder())
  const token = (
    await almanac(['users', 'add', 'ada', '--role', 'editor', '--token', 'x'], { cwd })
  ).out.trim()
  const service = await serving([], { cwd })
  const { events, venues } = connect(service.root.plain, { token })
  const dates = { start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' }
  const always = { start_date: '1000-01-01', end_date: '9999-12-31' }
  const venue = await venues.create({ venue: 'Hall' })
  const gone = await events.create({ title: 'Gone', ...dates, venue: venue.id })
  const stays = await events.create({ title: 'Stays', ...dates })
  await events.remove(gone.id)
  await venues.remove(venue.id)
  const empty = (...more: string[]) => almanac(['trash', 'empty', ...more], { cwd })
  assert.equal((await empty()).code, 2)
  assert.equal((await empty('--yes', '--older-than', 'long')).code, 2)
  const young = await empty('--yes', '--older-than', '30d', '--json')
  assert.deepEqual(JSON.parse(young.out), { deleted: { events: 0, venues: 0, organizers: 0 } })
  const all = await empty('--yes', '--lang', 'fr')
  assert.deepEqual(
    [all.code, all.err.trim()],
    [0, 'Fiches supprimées définitivement : 1 évènement, 1 lieu, 0 organisateur.'],
  )
  // The running service knows of it.
  const until = performance.now() + 10_000
  while ((await events.list({ ...always, status: 'trash' })).total > 0)
    assert.ok(performance.now() < until)
  await assert.rejects(events.change(gone.id, { status: 'publish' }), { status: 404 })
  assert.equal((await events.list(always)).items[0]?.id, stays.id)
  await service.stop()
})

test('demo writes to a service that runs elsewhere, with a token', async () => {
  const [cwd, elsewhere] = [await calendarIn(newFolder()), newFolder()]
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

test('the service is the process that was started, told to give memory back', {
  skip: !isLinux,
}, async () => {
  const { pid, stop } = await serving([], { cwd: newFolder() })
  assert.match(readFileSync(`/proc/${pid}/environ`, 'utf8'), /MALLOC_ARENA_MAX=2/)
  assert.match(readFileSync(`/proc/${pid}/cmdline`, 'utf8'), /--max-semi-space-size=8/)
  assert.equal((await stop()).code, 0)
})
