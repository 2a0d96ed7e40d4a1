import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { almanac, calendarIn, newFolder } from './command.ts'

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

test('a misspelt command is reported with a suggestion, without reading the disk', async () => {
  const cwd = newFolder()
  const results = await Promise.all([
    almanac(['sevre'], { cwd }),
    almanac(['users', 'lits', '--lang', 'fr'], { cwd }),
    almanac(['serve', '--prot', '80'], { cwd }),
    almanac(['serve', '--port', 'http'], { cwd, env: { LC_ALL: 'fr_CA' } }),
    almanac(['users', 'list', '--lang', 'de'], { cwd }),
  ])
  assert.deepEqual(
    results.map(({ code, out }) => [code, out]),
    results.map(() => [2, '']),
  )
  assert.match(results[0]!.err, /There is no command “sevre”\. Did you mean serve\?/)
  assert.match(results[1]!.err, /Il n’y a pas de commande « lits »\. Vouliez-vous dire list \?/)
  assert.match(results[2]!.err, /There is no option --prot here\. Did you mean --port\?/)
  assert.match(results[3]!.err, /--port vaut « http »\. Attendu : un nombre entier de 0 à 65 535\./)
  assert.match(results[4]!.err, /--lang is “de”/)
  assert.deepEqual(readdirSync(cwd), [])
})

test('without a terminal no question is asked: the missing argument is reported', async () => {
  const cwd = newFolder()
  const results = await Promise.all([
    almanac(['users', 'add'], { cwd }),
    almanac(['tokens', 'create', '--user', 'ada'], { cwd }),
  ])
  assert.deepEqual(
    results.map(({ code }) => code),
    [2, 2],
  )
  assert.match(results[0]!.err, /almanac\.js users add LOGIN --role/)
  assert.match(results[1]!.err, /almanac\.js tokens create --user LOGIN --name NAME/)
  assert.deepEqual(readdirSync(cwd), [])
})

test('a command in a folder without a calendar creates nothing', async () => {
  const cwd = newFolder()
  const results = await Promise.all(
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
    results.map(({ code }) => code),
    [1, 1, 1, 0, 1, 1],
  )
  assert.match(
    results[0]!.err,
    /There is no calendar in .*data\. Start one there with node .* serve/,
  )
  assert.deepEqual(readdirSync(cwd), [])
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
    [1, 'unknown-user', 'string'],
    [2, 'login', 'string'],
    [2, 'usage', 'string'],
    [2, 'usage', 'string'],
  ])
})

test('a misspelt command exits with 2 and names the one that was probably meant', async () => {
  const cwd = await calendarIn(newFolder())
  const results = await Promise.all([
    almanac(['users', 'add', 'bob', '--role', 'editr'], { cwd }),
    almanac(['users', 'add', 'bob', '--token', 'x', '--scope', 'wrte', '--lang', 'fr'], { cwd }),
    almanac(['users', 'add', 'bob', '--email', 'nowhere'], { cwd }),
    almanac(['demo', '--token', 'secret'], { cwd }),
    almanac(['users', 'add', 'bob', '--role', 'admin'], { cwd }),
    almanac(['tokens', 'create', '--nmae', 'x'], { cwd }),
  ])
  assert.deepEqual(
    results.map(({ code }) => code),
    [2, 2, 2, 2, 2, 2],
  )
  assert.match(results[4]!.err, /There is no role “admin”\. Did you mean administrator\?/)
  assert.match(results[5]!.err, /See .*almanac\.js tokens create --help\.\n$/)
  assert.match(results[0]!.err, /There is no role “editr”\. Did you mean editor\?/)
  assert.match(results[1]!.err, /Vouliez-vous dire write\s\?/)
})

test('help and version are commands too; of several --lang the last counts', async () => {
  const cwd = newFolder()
  const [help, version, json, last] = await Promise.all([
    almanac(['help', 'users', 'add'], { cwd }),
    almanac(['version'], { cwd }),
    almanac(['--version', '--json'], { cwd }),
    almanac(['--lang', 'en', '--lang', 'fr', 'help'], { cwd }),
  ])
  assert.match(help.out, /^Usage: almanac users add/)
  assert.match(version.out, /^\d+\.\d+\.\d+(?: \([\da-f]{8}\))?\n$/)
  assert.match(JSON.parse(json.out).version, /^\d+\.\d+\.\d+$/)
  assert.match(last.out, /^Utilisation/)
  assert.deepEqual([help.code, version.code, json.code, last.code], [0, 0, 0, 0])
})

test('help prints a guide by its name, and names those on a subject', async () => {
  const cwd = newFolder()
  const [guide, several, nothing] = await Promise.all([
    almanac(['help', 'feeds', '--lang', 'fr'], { cwd }),
    almanac(['help', 'calendars'], { cwd }),
    almanac(['help', 'nonsense'], { cwd }),
  ])
  assert.match(guide.out, /^# Flux/)
  assert.match(several.out, /^ {2}two-calendars +Two calendars/m)
  assert.match(nothing.err, /no guide on nonsense\. The guides: accounts, /)
  assert.deepEqual([guide.code, several.code, nothing.code], [0, 0, 2])
})

test('--quiet leaves only what goes wrong', async () => {
  const cwd = newFolder()
  const quiet = await almanac(['demo', '--count', '3', '--quiet'], { cwd })
  assert.deepEqual(quiet, { code: 0, out: '', err: '' })
  const refused = await almanac(['-q', 'demo'], { cwd })
  assert.equal(refused.code, 1)
  assert.match(refused.err, /already has 3 events/)
})
