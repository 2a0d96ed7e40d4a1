import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  settings as definitions,
  flagOf,
  type Setting,
  variableOf,
} from '../../src/config/config.ts'
import { openDataFolder } from '../../src/main.ts'
import { settingsFor } from '../support/service.ts'
import { almanac, calendarIn, newFolder, serving } from './command.ts'

test('config shows the settings in effect and their sources, and no secret', async () => {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'almanac.yaml'), 'timezone: Europe/Paris\n')
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
  assert.deepEqual(unknown, ['ALMANAC_PROT'])
  assert.match(err, /ALMANAC_PROT\. Did you mean ALMANAC_PORT\?/)
  const one = await almanac(['config', 'get', 'TimeZone'], { cwd, env })
  assert.equal(one.out, 'Europe/Paris\n')
  const hidden = await almanac(['config', 'get', 'adminPassword', '--json'], { cwd, env })
  assert.equal(JSON.parse(hidden.out).value, '••••')
  assert.equal((await almanac(['config', 'get', 'timezon'], { cwd, env })).code, 2)
  const list = await almanac(['config', 'list', '--per-page', '7', '--json'], { cwd, env })
  assert.equal(list.out, out)
  const text = await almanac(['config', '--explain', '--lang', 'fr'], { cwd, env })
  assert.match(
    text.out,
    /# Le port d’écoute.*\n# Variable ALMANAC_PORT, option --port\.\nport: 8080 +# par défaut/,
  )
  assert.doesNotMatch(out + err + one.err + text.out + text.err, /correct horse/)
})

test('what config prints is a settings file with all languages and lines', async () => {
  const cwd = newFolder()
  const footerLinks = { en: 'Legal /legal\nPrivacy /privacy', fr: 'Mentions /mentions' }
  const headerLinks = 'Map /events/map/\nAll: # /events/'
  const frontBlocks = ['featured', 'text Hello: world', 'coming'].join('\n')
  writeFileSync(
    join(cwd, 'almanac.yaml'),
    JSON.stringify({ footerLinks, headerLinks, frontBlocks, siteName: 'Town: “what’s on”' }),
  )
  const read = async (...args: string[]) =>
    JSON.parse((await almanac(['config', '--json', ...args], { cwd })).out).settings
  const { out } = await almanac(['config', '--lang', 'fr'], { cwd })
  const other = join(newFolder(), 'again.yaml')
  writeFileSync(other, out)
  const [before, after] = [await read(), await read('--config', other)]
  for (const [name, { value }] of Object.entries<{ value: unknown }>(before))
    if (value !== '••••') assert.deepEqual(after[name].value, value, name)
  assert.deepEqual(JSON.parse(before.footerLinks.value), footerLinks)
})

test('the log of the start names the settings file, also one that nothing names', async () => {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'almanac.yaml'), 'timezone: Europe/Paris\n')
  const service = await serving(['--log-level', 'info'], { cwd })
  const { err } = await service.stop()
  assert.equal(JSON.parse(err.split('\n')[0] ?? '').config, join(cwd, 'almanac.yaml'))
})

test('a misspelt key of the settings file refuses commands, so that no private calendar opens', async () => {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'almanac.yaml'), 'privat: true\n')
  for (const args of [['users', 'list'], ['config']]) {
    const { code, err } = await almanac(args, { cwd })
    assert.equal(code, 2, args.join(' '))
    assert.match(err, /privat in the settings file .* is not a setting\. Did you mean private\?/)
  }
  assert.equal(existsSync(join(cwd, 'data')), false)
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
  // it stays on a machine with another zone; flags of a command do not change it
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
  assert.match(
    refused[0]!.err,
    /timezone cannot be “Paris”\. Expected a time zone such as Europe\/Paris/,
  )
  assert.match(refused[1]!.err, /port is not stored with the data/)
  assert.match(refused[2]!.err, /Did you mean timezone\?/)
})

test('a stored setting is forgotten again, and an empty text is shown as one', async () => {
  const cwd = await calendarIn(newFolder())
  const run = (...args: string[]) => almanac(['config', ...args], { cwd })
  assert.match((await run('set', 'siteName', '')).err, /siteName is "", stored/)
  await run('set', 'siteName', 'Lyon')
  const source = async () => JSON.parse((await run('--json')).out).settings.siteName
  assert.deepEqual(await source(), { value: 'Lyon', from: 'database', name: 'siteName' })
  assert.equal((await run('unset', 'siteName')).code, 0)
  assert.equal((await source()).from, 'default')
})

test('config set and unset take settings behind them, such as --data-folder', async () => {
  const folder = join(await calendarIn(newFolder()), 'data')
  const elsewhere = newFolder()
  const run = (...args: string[]) =>
    almanac(['config', ...args, '--data-folder', folder], { cwd: elsewhere })
  const set = await run('set', 'siteName', 'Lyon')
  assert.equal(set.code, 0, set.err)
  const source = async () => JSON.parse((await run('--json')).out).settings.siteName.from
  assert.equal(await source(), 'database')
  assert.equal((await run('unset', 'siteName')).code, 0)
  assert.equal(await source(), 'default')
})

test('a first start in a French terminal stores French and the currency of the region for the site', async () => {
  const cwd = newFolder()
  for (const LANG of ['fr_CA.UTF-8', 'en_GB.UTF-8']) {
    const service = await serving([], { cwd, env: { LANG } })
    await service.stop()
    const { settings } = JSON.parse((await almanac(['config', '--json'], { cwd })).out)
    const { language, currencyCode, frenchRegion } = settings
    assert.deepEqual(
      [language, currencyCode, frenchRegion].map(({ value }) => value),
      ['fr', 'CAD', 'fr-CA'],
      LANG,
    )
  }
})

const renamed = Object.entries<Setting>(definitions).flatMap(([name, { previousName, live }]) =>
  previousName === undefined ? [] : [{ name, previousName, isLive: live !== undefined }],
)

test('a command takes every setting under its previous name, and the log names the new one', async () => {
  const cwd = newFolder()
  const [first, second, ...others] = renamed
  assert.ok(first && second)
  writeFileSync(join(cwd, 'almanac.yaml'), `${first.previousName}: 61\n`)
  const { code, out, err } = await almanac(
    ['config', '--json', ...others.flatMap(({ previousName }) => [flagOf(previousName), '61'])],
    { cwd, env: { [variableOf(second.previousName)]: '61' } },
  )
  assert.equal(code, 0, err)
  const { settings, unknown } = JSON.parse(out)
  assert.deepEqual(unknown, [])
  for (const { name } of renamed) assert.equal(settings[name].value, 61, name)
  assert.match(err, new RegExp(`${first.previousName} is now called ${first.name}\\.`))
  assert.match(err, new RegExp(`is now called ${variableOf(second.name)}\\.`))
  for (const { name } of others) assert.match(err, new RegExp(`is now called ${flagOf(name)}\\.`))
  const both = await almanac(['config', '--max-per-page', '70', '--most-per-page', '80'], { cwd })
  assert.equal(both.code, 2)
  assert.match(both.err, /--most-per-page and --max-per-page are the same setting/)
  const elsewhere = await almanac(['users', 'list', '--most-per-page', '5'], { cwd })
  assert.match(elsewhere.err, /--most-per-page is a setting of the service/)
})

test('settings that an earlier version stored under previous names are read, and stored under the new ones', async () => {
  const cwd = await calendarIn(newFolder())
  const live = renamed.filter(({ isLive }) => isLive)
  assert.ok(live.length > 0)
  const { context, close } = await openDataFolder(settingsFor(join(cwd, 'data')))
  const earlier = Object.fromEntries(live.map(({ previousName }) => [previousName, 61]))
  const stored = JSON.stringify({ timezone: 'Europe/Paris', ...earlier })
  await context.store.write(tx => tx.setNote('site', stored))
  await close()
  const settingsNow = async () =>
    JSON.parse((await almanac(['config', '--json'], { cwd })).out).settings
  for (const { name } of live)
    assert.deepEqual((await settingsNow())[name], { value: 61, from: 'database', name })
  const set = await almanac(['config', 'set', 'mostPerPage', '62'], { cwd })
  assert.match(set.err, /maxPerPage is 62, stored with the data/)
  const { maxPerPage, sessionMaxAge } = await settingsNow()
  assert.deepEqual([maxPerPage.value, sessionMaxAge.value], [62, 61])
})
