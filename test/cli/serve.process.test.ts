import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { connect } from '../../src/sdk/client.ts'
import { startAnswering } from '../support/object-store.ts'
import {
  almanac,
  bin,
  calendarIn,
  greeting,
  isLinux,
  newFolder,
  serving,
  start,
} from './command.ts'

test('the first start writes dates and prices as in the region of the terminal', async () => {
  const cwd = newFolder()
  await greeting(['--log-level', 'error'], { cwd, env: { LANG: 'fr_CA.UTF-8' } })
  const { out } = await almanac(['config', '--json'], { cwd })
  const { englishRegion, frenchRegion, currencyCode } = JSON.parse(out).settings
  assert.deepEqual(
    [englishRegion, frenchRegion, currencyCode].map(({ value, from }) => [value, from]),
    ['en-CA', 'fr-CA', 'CAD'].map(value => [value, 'database']),
  )
})

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
  const docs = `${base}/docs/guides/`
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
  const created = await almanac(args, { cwd })
  assert.equal(created.code, 0, created.err)
  const service = await serving(['--data-folder', 'my data'], { cwd })
  assert.equal(service.isFirstStart, false)
  const { tags } = connect(service.root.plain, { token: /alm_\S+/.exec(created.out)?.[0] ?? '' })
  assert.equal((await tags.create({ name: 'Free' })).name, 'Free')
  const ended = await service.stop()
  assert.deepEqual([ended.code, ended.err], [0, ''])
})

test('a later start without a terminal says nothing but its log', {
  skip: !isLinux,
}, async () => {
  const cwd = await calendarIn(newFolder())
  // on an address of its own, which every Linux has, the port need not be told
  const host = `127.7.${(process.pid >> 8) & 255}.${process.pid & 255}`
  const { output, child, ended } = start(
    ['serve', '--host', host, '--log-level', 'error', '--lang', 'fr'],
    { cwd },
  )
  const isReady = () =>
    fetch(`http://${host}:8080/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await isReady())) await passed(20)
  child.kill('SIGTERM')
  await ended
  assert.deepEqual(output, { out: '', err: '' })
})

test('an administrator without a token is shown how to create one', async () => {
  const cwd = newFolder()
  const env = { ALMANAC_ADMIN_LOGIN: 'ada', ALMANAC_ADMIN_PASSWORD: 'correct horse battery' }
  const { out } = await greeting([], { cwd, env })
  assert.match(out, /takes no passwords/)
  assert.match(out, /almanac\.js tokens create --user ada --name laptop/)
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
  const results = await Promise.all(
    folders.map(folder =>
      almanac(['serve', '--port', '0', '--data-folder', folder], { cwd, isRefused: true }),
    ),
  )
  for (const { code, err } of results) {
    assert.equal(code, 1)
    assert.match(
      err,
      /^(?:The data folder .* Choose another|.* is a file where .* choose another data folder) with --data-folder\.\n$/,
    )
  }
})

test('a port in use is reported, and nothing else', async () => {
  const cwd = newFolder()
  const service = await serving([], { cwd })
  const { port } = new URL(service.address)
  const other = { cwd: newFolder(), isRefused: true }
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

test('without a terminal, the log reports the start, the preparation of the lists and the stop', async () => {
  const cwd = newFolder()
  await almanac(['demo', '--count', '3', '--quiet'], { cwd })
  const { output, stop, address } = await serving(['--log-level', 'info'], { cwd })
  while (!output.err.includes('is ready')) await passed(50)
  const [started, first, ...lines] = output.err
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  const { version, node, folder, database } = started ?? {}
  assert.deepEqual(
    [started?.message, started?.address, folder, database],
    ['Almanac has started', address, join(cwd, 'data'), 'SQLite'],
  )
  assert.ok(version && node === process.version)
  assert.match(String(first?.url), /\/admin\/#setup=[a-z0-9-]{14}$/)
  assert.deepEqual(
    lines.map(({ work, events }) => ({ work, events })),
    [
      { work: 'lists', events: 3 },
      { work: 'lists', events: 3 },
    ],
  )
  assert.deepEqual([lines[0]?.seconds, typeof lines[1]?.seconds], [undefined, 'number'])
  const ended = (await stop()).err
  assert.match(ended, /"Almanac is stopping","version":"[^"]+","signal":"SIGTERM"/)
  assert.match(ended, /"Almanac has stopped"/)
})

test('the service is the started process itself, with settings that return memory', {
  skip: !isLinux,
}, async () => {
  const { pid, stop } = await serving([], { cwd: newFolder() })
  assert.match(readFileSync(`/proc/${pid}/environ`, 'utf8'), /MALLOC_ARENA_MAX=2/)
  assert.match(readFileSync(`/proc/${pid}/cmdline`, 'utf8'), /--max-semi-space-size=8/)
  assert.equal((await stop()).code, 0)
})

test('a signal that comes with the first requests stops the service in order', async () => {
  const cwd = await calendarIn(newFolder())
  for (let time = 0; time < 3; time++) {
    const free = await startAnswering(() => {})
    await free.close()
    const { port } = new URL(free.url)
    const { child, ended, output } = start(['serve', '--port', port], { cwd })
    const answers = () =>
      fetch(`${free.url}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await answers())) assert.equal(child.exitCode, null, output.err)
    child.kill('SIGTERM')
    assert.equal((await ended).code, 0)
  }
})
