import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  flagOf,
  readSettings,
  type Setting,
  type SettingName,
  settings,
  unknownSettingMessage,
  variableOf,
} from './config.ts'
import { removedSettings } from './removed-settings.ts'
import { valuesIn } from './stored-site.ts'

const scratch = mkdtempSync(join(tmpdir(), 'almanac-config-'))
after(() => rmSync(scratch, { recursive: true }))

const folder = (yaml?: string, name = 'almanac.yaml') => {
  const cwd = mkdtempSync(join(scratch, 'case-'))
  if (yaml !== undefined) writeFileSync(join(cwd, name), yaml)
  return cwd
}

type Part = { flags?: Record<string, string>; env?: Record<string, string>; cwd?: string }
const read = ({ flags = {}, env = {}, cwd = folder() }: Part = {}) =>
  readSettings({ flags, env, cwd })

test('without any value every setting has its default', () => {
  const { settings: read_, fieldErrors, unknown, file, sources } = read({ cwd: '/nowhere' })
  assert.deepEqual(fieldErrors, [])
  assert.deepEqual(unknown, [])
  assert.equal(file, undefined)
  assert.equal(read_.port, 8080)
  assert.equal(read_.dataFolder, '/nowhere/data')
  assert.deepEqual(read_.corsOrigins, ['*'])
  assert.deepEqual(sources.port, { from: 'default', name: 'port' })
})

test('the file of the machine is read where no other is named, and none is in the folder', () => {
  const systemFile = join(folder('port: 99\n'), 'almanac.yaml')
  const portIn = (cwd: string, flags = {}, env = {}) =>
    readSettings({ flags, env, cwd, systemFile }).settings.port
  assert.equal(portIn(folder()), 99)
  assert.equal(portIn(folder('port: 98\n')), 98)
  assert.equal(portIn(folder(), { config: join(folder('port: 97\n'), 'almanac.yaml') }), 97)
  assert.equal(portIn(folder(), {}, { ALMANAC_CONFIG: '' }), 8080)
})

test('flags win over the environment, the environment over the file, the file over defaults', () => {
  const cwd = folder('port: 1\nperPage: 1\ntimezone: Europe/Paris\nmaxPerPage: 20\n')
  const env = { ALMANAC_PORT: '2', ALMANAC_PER_PAGE: '2' }
  const { settings: got, sources, file } = read({ cwd, env, flags: { port: '3' } })
  assert.deepEqual(
    [got.port, got.perPage, got.timezone, got.maxPerPage],
    [3, 2, 'Europe/Paris', 20],
  )
  assert.deepEqual(sources.port, { from: 'flag', name: '--port' })
  assert.deepEqual(sources.perPage, { from: 'environment', name: 'ALMANAC_PER_PAGE' })
  assert.deepEqual(sources.timezone, { from: 'file', name: 'timezone' })
  assert.equal(file, join(cwd, 'almanac.yaml'))
})

test('PORT and HOST are read, and ALMANAC_PORT and ALMANAC_HOST have priority', () => {
  assert.equal(read({ env: { PORT: '9', HOST: '0.0.0.0' } }).settings.host, '0.0.0.0')
  assert.equal(read({ env: { PORT: '9', ALMANAC_PORT: '10' } }).settings.port, 10)
})

test('each setting of an earlier version is refused wherever it is given, with what to use instead', () => {
  const names = Object.keys(settings)
  for (const [name, { plain, secret }] of Object.entries(removedSettings)) {
    assert.ok(!names.includes(name), name)
    const cwd = folder('x', 'secret')
    const places: [string, Part][] = [
      [name, { cwd: folder(`${name}: x`) }],
      [variableOf(name), { env: { [variableOf(name)]: 'x' } }],
      [flagOf(name), { flags: { [name]: 'x' } }],
    ]
    if (plain) places.push([plain, { env: { [plain]: 'x' } }])
    const file = `${variableOf(name)}_FILE`
    if (secret) places.push([file, { cwd, env: { [file]: 'secret' } }])
    for (const [at, part] of places) {
      const { fieldErrors, unknown } = read(part)
      const [error, ...others] = fieldErrors
      assert.deepEqual([error?.name, others, unknown], [name, [], []], at)
      const { en = '', fr = '' } = error?.sentence ?? {}
      assert.ok(en.startsWith(`${at} no longer exists. `), en)
      assert.ok(fr.startsWith(`${at} n’existe plus. `), fr)
      const isUseful = (sentence: string, remove: string) =>
        sentence.includes(remove) || names.some(other => sentence.includes(other))
      assert.ok(isUseful(en, 'Remove it') && isUseful(fr, 'Supprimez-le'), at)
    }
    assert.match(unknownSettingMessage(name).en, / no longer exists\. /)
  }
})

test('values that the screens stored under removed names are carried over, or left out', () => {
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png'
  const script = 'https://plausible.io/js/script.js'
  const stored = {
    ...Object.fromEntries(Object.keys(removedSettings).map(name => [name, 61])),
    siteName: 'Town',
    analytics: 'plausible',
    analyticsScript: script,
    analyticsSite: 'town.example',
    analyticsAttributes: 'data-api=/x',
    geocoder: 'photon',
    geocoderUrl: 'https://photon.example',
    mapTiles: tiles,
  }
  const kept = {
    siteName: 'Town',
    analytics: `plausible ${script} town.example data-api=/x`,
    geocoder: 'photon https://photon.example',
    mapSource: `url ${tiles}`,
  }
  assert.deepEqual(valuesIn(JSON.stringify(stored)), kept)
  assert.deepEqual(valuesIn(JSON.stringify(kept)), kept)
  const unused = { analytics: 'none', analyticsScript: script, mapSource: 'ign', mapTiles: tiles }
  assert.deepEqual(valuesIn(JSON.stringify(unused)), { mapSource: 'ign' })
  const bare = { analytics: 'umami', geocoder: 'ban', geocoderUrl: '', mapTiles: '' }
  assert.deepEqual(valuesIn(JSON.stringify(bare)), { analytics: 'umami', geocoder: 'ban' })
})

test('an empty variable is ignored', () => {
  const { settings: got, fieldErrors } = read({
    env: { ALMANAC_PORT: '', PORT: '9', ALMANAC_CLOCK: '' },
  })
  assert.deepEqual([got.port, fieldErrors], [9, []])
})

test('a secret may come from a file, whose line end is not part of it', () => {
  const cwd = folder('correct horse\n', 'secret')
  const env = { ALMANAC_ADMIN_LOGIN: 'ada', ALMANAC_ADMIN_PASSWORD_FILE: 'secret' }
  const { settings: got, sources, fieldErrors, unknown } = read({ cwd, env })
  assert.deepEqual([got.adminPassword, fieldErrors, unknown], ['correct horse', [], []])
  assert.deepEqual(sources.adminPassword, {
    from: 'environment',
    name: 'ALMANAC_ADMIN_PASSWORD_FILE',
  })
})

test('a secret file that is not there is an error, in both languages', () => {
  const { fieldErrors } = read({
    env: { ALMANAC_ADMIN_LOGIN: 'ada', ALMANAC_ADMIN_TOKEN_FILE: '/nowhere/token' },
  })
  assert.equal(
    fieldErrors[0]?.sentence.en,
    'ALMANAC_ADMIN_TOKEN_FILE names a file that cannot be read: /nowhere/token.',
  )
  assert.match(fieldErrors[0]?.sentence.fr ?? '', /désigne un fichier illisible/)
})

test('the words of an error never show a secret', () => {
  const { fieldErrors } = read({
    env: { ALMANAC_ADMIN_LOGIN: 'ada', ALMANAC_ADMIN_PASSWORD: 'hunter2' },
  })
  assert.equal(fieldErrors[0]?.name, 'adminPassword')
  assert.doesNotMatch(JSON.stringify(fieldErrors), /hunter2/)
})

test('all errors are reported at once, in both languages, and the default stays', () => {
  const { settings: got, fieldErrors } = read({
    flags: { port: 'http', timezone: 'Europe/Pariss', corsOrigins: 'example.org' },
  })
  assert.deepEqual(
    fieldErrors.map(({ name }) => name),
    ['port', 'timezone', 'corsOrigins'],
  )
  assert.deepEqual(fieldErrors[0]?.sentence, {
    en: '--port is “http”. Expected a whole number from 0 to 65,535.',
    fr: '--port vaut « http ». Attendu : un nombre entier de 0 à 65 535.',
  })
  assert.deepEqual([got.port, got.timezone], [8080, 'UTC'])
})

test('an unknown setting is reported with the one that was probably meant', () => {
  const { unknown, fieldErrors } = read({
    cwd: folder('public-url: https://example.org/\n'),
    env: { ALMANAC_PER_PAGES: '1', ALMANAC_CONFIG: '', ALMANAC_TOKEN: 'x', OTHER: '1' },
    flags: { zone: 'UTC' },
  })
  assert.deepEqual([unknown, fieldErrors], [['zone', 'ALMANAC_PER_PAGES'], []])
  assert.equal(
    unknownSettingMessage('prot').en,
    'There is no setting called prot. Did you mean port?',
  )
  assert.equal(
    unknownSettingMessage('ALMANAC_PER_PAGES').fr,
    'Aucun réglage ne s’appelle ALMANAC_PER_PAGES. Vouliez-vous dire ALMANAC_PER_PAGE ?',
  )
  assert.equal(unknownSettingMessage('colour').en, 'There is no setting called colour.')
})

test('an unknown key of the file is an error that names the key that was probably meant', () => {
  const cwd = folder('privat: true\nrate-limit: 600\ncolour: red\n')
  const { unknown, fieldErrors, settings: got } = read({ cwd })
  const path = join(cwd, 'almanac.yaml')
  assert.deepEqual([unknown, got.rateLimit], [[], 600])
  assert.deepEqual(
    fieldErrors.map(({ name, sentence }) => [name, sentence.en]),
    [
      ['privat', `privat in the settings file ${path} is not a setting. Did you mean private?`],
      ['colour', `colour in the settings file ${path} is not a setting.`],
    ],
  )
  assert.equal(
    fieldErrors[0]?.sentence.fr,
    `privat, dans le fichier de réglages ${path}, n’est pas un réglage. Vouliez-vous dire private ?`,
  )
})

test('the file may be named, must then exist, and may say lists and flags as YAML does', () => {
  const cwd = folder(
    'geolocation: false\ncors_origins: [https://a.example, "https://b.example:8443"]\nfetchAllow: []\n',
    'my.yaml',
  )
  const { settings: got, fieldErrors } = read({ cwd, env: { ALMANAC_CONFIG: 'my.yaml' } })
  assert.deepEqual(fieldErrors, [])
  assert.deepEqual(
    [got.geolocation, got.corsOrigins],
    [false, ['https://a.example', 'https://b.example:8443']],
  )
  assert.match(
    read({ cwd, flags: { config: 'no.yaml' } }).fieldErrors[0]?.sentence.en ?? '',
    /There is no settings file at .*no\.yaml\./,
  )
})

test('a file that does not contain settings is an error and not an exception', () => {
  for (const yaml of ['port: [', '- 1', 'host: { name: x }'])
    assert.equal(read({ cwd: folder(yaml) }).fieldErrors.length, 1, yaml)
  assert.deepEqual(read({ cwd: folder('') }).fieldErrors, [])
})

test('values are read as people write them', () => {
  const as = <N extends SettingName>(name: N, written: string) => {
    const { settings: got, fieldErrors } = read({ flags: { [name]: written } })
    return fieldErrors.length ? 'refused' : got[name]
  }
  assert.equal(as('bodyLimit', '2MB'), 2_000_000)
  assert.equal(as('bodyLimit', '2 MiB'), 2_097_152)
  assert.equal(as('bodyLimit', '2Mio'), 2_097_152)
  assert.equal(as('bodyLimit', '2 Kio'), 2048)
  assert.equal(as('uploadLimit', '1Gio'), 1024 ** 3)
  assert.equal(as('bodyLimit', '700 o'), 700)
  assert.equal(as('bodyLimit', '2Mo'), 2_000_000)
  assert.equal(as('bodyLimit', 'large'), 'refused')
  assert.equal(as('rateLimit', '1_000_000'), 1_000_000)
  assert.equal(as('sessionMaxAge', '5m'), 300)
  assert.equal(as('fallback', 'no'), false)
  const apiAt = (apiPath: string) => {
    const { basePath, namespace } = read({ flags: { apiPath } }).settings
    return [basePath, namespace]
  }
  assert.deepEqual(apiAt('wp-json/tribe/events/v1/'), ['/wp-json', 'tribe/events/v1'])
  assert.deepEqual(apiAt('/tribe/events/v1'), ['', 'tribe/events/v1'])
  assert.equal(as('apiPath', 'events/v1'), 'refused')
  assert.equal(as('accessLog', 'json'), 'json')
  assert.equal(as('accessLog', 'combined /var/log/a b.log'), 'combined /var/log/a b.log')
  assert.equal(as('accessLog', 'off /var/log/a.log'), 'refused')
  assert.equal(as('publicUrl', 'https://Example.org/agenda/'), 'https://example.org/agenda')
  assert.equal(as('publicUrl', 'example.org'), 'refused')
  assert.equal(as('clock', '2026-06-15T16:00:00Z'), '2026-06-15T16:00:00Z')
  assert.equal(as('clock', 'tomorrow'), 'refused')
  assert.deepEqual(as('trustedProxies', '10.0.0.0/8 ::1'), ['10.0.0.0/8', '::1'])
  for (const range of ['10.0.0.0/33', '10.0.0.0/3_2', '10.0.0.0/', '10.0.0.0/+8'])
    assert.equal(as('trustedProxies', range), 'refused', range)
  assert.deepEqual(as('corsOrigins', 'none'), [])
  assert.deepEqual(as('fetchAllow', 'http://127.0.0.1:9000,images.local'), [
    'http://127.0.0.1:9000',
    'images.local',
  ])
  assert.equal(as('currencyCode', 'eur'), 'EUR')
})

const renamed = Object.entries<Setting>(settings).flatMap(([name, { previousName }]) =>
  previousName === undefined ? [] : [{ name, previousName }],
)

test('a setting is still read under its previous name, with a warning that names the new one', () => {
  assert.equal(renamed.length, 2)
  for (const { name, previousName } of renamed) {
    const places = [
      { at: previousName, now: name, part: { cwd: folder(`${previousName}: 61\n`) } },
      {
        at: variableOf(previousName),
        now: variableOf(name),
        part: { env: { [variableOf(previousName)]: '61' } },
      },
      { at: flagOf(previousName), now: flagOf(name), part: { flags: { [previousName]: '61' } } },
    ]
    for (const { at, now, part } of places) {
      const { settings: got, sources, unknown, fieldErrors, renamed: warnings } = read(part)
      assert.equal(Object(got)[name], 61, at)
      assert.equal(Object(sources)[name].name, at)
      assert.deepEqual([unknown, fieldErrors], [[], []])
      assert.deepEqual(warnings, [
        {
          en: `${at} is now called ${now}. The previous name still works; please change it.`,
          fr: `${at} s’appelle désormais ${now}. L’ancien nom fonctionne encore\u202f; pensez à le remplacer.`,
        },
      ])
    }
  }
})

test('a setting under both its names is an error that names both', () => {
  const cwd = folder('most_per_page: 70\n')
  const { fieldErrors, renamed: warnings } = read({ cwd, env: { ALMANAC_MAX_PER_PAGE: '80' } })
  assert.deepEqual(warnings, [])
  assert.deepEqual(fieldErrors, [
    {
      name: 'maxPerPage',
      sentence: {
        en: 'most_per_page and ALMANAC_MAX_PER_PAGE are the same setting: keep ALMANAC_MAX_PER_PAGE only.',
        fr: 'most_per_page et ALMANAC_MAX_PER_PAGE sont le même réglage\u00a0: ne gardez que ALMANAC_MAX_PER_PAGE.',
      },
    },
  ])
})

test('settings that contradict each other are an error', () => {
  assert.deepEqual(
    read({ flags: { perPage: '60' } }).fieldErrors.map(({ name }) => name),
    ['perPage'],
  )
  assert.deepEqual(
    read({ env: { ALMANAC_ADMIN_TOKEN: '0123456789abcdef'.repeat(2) } }).fieldErrors.map(
      ({ name }) => name,
    ),
    ['adminLogin'],
  )
})

test('several workers need PostgreSQL, and the error says so', () => {
  const [error] = read({ flags: { workers: '2' } }).fieldErrors
  assert.equal(error?.name, 'workers')
  for (const sentence of [error?.sentence.en, error?.sentence.fr])
    assert.match(sentence ?? '', /SQLite.*databaseUrl.*PostgreSQL/)
  const env = { DATABASE_URL: 'postgres://db.example.org/almanac' }
  assert.deepEqual(read({ flags: { workers: '2' }, env }).fieldErrors, [])
})

test('a smaller page limit lowers the default page size with it', () => {
  const { settings: got, fieldErrors } = read({ flags: { maxPerPage: '5' } })
  assert.deepEqual([got.perPage, fieldErrors], [5, []])
})

test('every setting is described in both languages and its default is one that it accepts', () => {
  for (const [name, setting] of Object.entries(settings)) {
    assert.match(setting.en, /^[A-Z].*\.$/s, name)
    assert.match(setting.fr, /^\p{Lu}.*[.?]$/su, name)
    assert.notEqual(setting.en, setting.fr)
  }
  assert.equal(variableOf('maxPerPage'), 'ALMANAC_MAX_PER_PAGE')
  assert.equal(flagOf('maxPerPage'), '--max-per-page')
})
