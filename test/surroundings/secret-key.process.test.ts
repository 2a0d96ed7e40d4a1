import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSettings } from '../../src/config/config.ts'
import { newKey, openDataFolder } from '../../src/main.ts'
import { settingsFor } from '../support/service.ts'
import { start } from './child.ts'

const newFolder = (t: { after(work: () => void): void }) => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-key-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const keyOf = (written: string) => {
  const env = { ALMANAC_SECRET_KEY: written }
  const { settings, fieldErrors } = readSettings({ flags: {}, env, cwd: tmpdir() })
  return fieldErrors.length > 0 ? 'refused' : settings.secretKey
}
const open = async (dataFolder: string, secretKey: string) =>
  (await openDataFolder(settingsFor(dataFolder, { secretKey }))).close()

test('a key given by a setting is in no folder, and no other key opens the calendar', async t => {
  const folder = newFolder(t)
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map(of => of.toString('base64'))
  await open(folder, key ?? '')
  assert.ok(!existsSync(join(folder, 'secret.key')))
  await open(folder, key ?? '')
  await assert.rejects(open(folder, other ?? ''), { code: 'KEY_GIVEN' })
  await assert.rejects(open(folder, ''), { code: 'KEY_MISSING' })
  assert.equal(await newKey(settingsFor(folder, { secretKey: other ?? '' })), 0)
  await open(folder, other ?? '')
  await assert.rejects(open(folder, key ?? ''), { code: 'KEY_GIVEN' })
})

test('the key of a folder, written as text, serves as the setting', async t => {
  const folder = newFolder(t)
  await open(folder, '')
  const key = readFileSync(join(folder, 'secret.key'))
  for (const written of [key.toString('base64'), key.toString('hex'), key.toString('base64url')]) {
    assert.equal(keyOf(written), key.toString('base64'))
    await open(folder, keyOf(written))
  }
  for (const written of ['short', 'a'.repeat(63), `${'a'.repeat(43)}==`, '!'.repeat(43)])
    assert.equal(keyOf(written), 'refused')
})

test('a folder in the place of the key is refused in words', async t => {
  const folder = newFolder(t)
  await open(folder, '')
  rmSync(join(folder, 'secret.key'))
  mkdirSync(join(folder, 'secret.key'))
  for (const lang of ['en', 'fr']) {
    const { code, err } = await start(['users', 'list', '--data-folder', folder], { lang }).ended
    assert.equal(code, 1)
    assert.match(
      err,
      lang === 'en' ? /secret\.key is not a file/ : /secret\.key n’est pas un fichier/,
    )
  }
})
