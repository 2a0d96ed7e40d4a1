import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { ZipFile } from 'yazl'
import { findBackup } from '../../src/backups/backups.ts'
import { folderPlace } from '../../src/backups/place.ts'
import { verifyBackup, withFiles } from '../../src/backups/verify.ts'
import { almanac, calendarIn, newFolder } from '../cli/command.ts'
import { type ObjectStore, startObjectStore } from '../support/object-store.ts'

// Backups as one file: encrypted, and in a bucket.

let store: ObjectStore
before(async () => {
  store = await startObjectStore('backups')
})
after(() => store.close())

const key = randomBytes(32).toString('base64')
const bucketOf = () => ({
  ALMANAC_BACKUP_STORE: store.urlOf('backups/of/calendar'),
})

const run = async (cwd: string, env: Record<string, string>, ...args: string[]) => {
  const { code, out, err } = await almanac(['backup', ...args, '--json'], { cwd, env })
  return { code, err, data: out === '' ? undefined : JSON.parse(out) }
}

/** A calendar with a few more bytes than one part of an upload has, 32 MiB. */
async function calendar() {
  const cwd = await calendarIn(newFolder())
  const folder = join(cwd, 'data', 'uploads', '2026', '06')
  mkdirSync(folder, { recursive: true })
  for (let n = 0; n < 2; n++) writeFileSync(join(folder, `${n}.jpg`), randomBytes(17_000_000))
  return cwd
}
const imagesOf = (cwd: string) =>
  readdirSync(join(cwd, 'data', 'uploads', '2026', '06')).map(name =>
    createHash('sha256')
      .update(readFileSync(join(cwd, 'data', 'uploads', '2026', '06', name)))
      .digest('hex'),
  )

test('an encrypted backup in a bucket comes back as it was, and only with its key', {
  timeout: 120_000,
}, async () => {
  const cwd = await calendar()
  const images = imagesOf(cwd)
  const env = { ...bucketOf(), ALMANAC_BACKUP_KEY: key }
  const createdRecord = await run(cwd, env, 'create')
  assert.equal(createdRecord.code, 0, createdRecord.err)
  assert.equal(createdRecord.data.encrypted, true)
  assert.deepEqual(store.names(), [
    `of/calendar/${createdRecord.data.name}.json`,
    `of/calendar/${createdRecord.data.name}.zip.sealed`,
  ])
  // nothing stays in the data folder
  assert.deepEqual(readdirSync(join(cwd, 'data', 'backups')), [])
  assert.deepEqual((await run(cwd, env, 'verify')).data.problems, [])
  const without = await run(cwd, bucketOf(), 'verify')
  assert.equal(without.code, 1)
  assert.match(without.err, /is encrypted/)
  const other = await run(
    cwd,
    { ...bucketOf(), ALMANAC_BACKUP_KEY: randomBytes(32).toString('base64') },
    'restore',
    '--yes',
  )
  assert.match(other.err, /another key/)
  rmSync(join(cwd, 'data', 'uploads', '2026', '06'), { recursive: true })
  const restored = await run(cwd, env, 'restore', createdRecord.data.name, '--yes')
  assert.equal(restored.code, 0, restored.err)
  assert.deepEqual(imagesOf(cwd), images)
  // the large files have come back, and need not be sent again
  rmSync(join(cwd, 'data', 'uploads', '2026', '06'), { recursive: true })
  await new Promise(passed => setTimeout(passed, 1100))
  const next = await run(cwd, env, 'create', '--keep', '1')
  assert.deepEqual(next.data.removed, [createdRecord.data.name])
  assert.equal(store.names().length, 2)
})

test('a bucket that cannot be reached is named, without its secret', async () => {
  const cwd = await calendarIn(newFolder())
  store.stop()
  const { code, err } = await run(cwd, bucketOf(), 'create')
  store.start()
  assert.equal(code, 1)
  assert.match(err, /The bucket s3:\/\/backups\/of\/calendar cannot be used/)
  assert.equal(err.includes(store.secret), false)
  assert.deepEqual(readdirSync(join(cwd, 'data', 'backups')), [])
})

test('an encrypted file in a folder that was changed, cut or lengthened is not restored', async () => {
  const cwd = await calendarIn(newFolder())
  const to = newFolder()
  const env = { ALMANAC_BACKUP_KEY: key }
  const { data } = await run(cwd, env, 'create', '--to', to)
  const file = join(to, `${data.name}.zip.sealed`)
  const original = readFileSync(file)
  assert.equal(original.includes('SQLite format'), false)
  const place = folderPlace(to)
  const opening = { key: Buffer.from(key, 'base64'), work: to, progress() {} }
  const verified = async () => {
    const { backup } = await findBackup(undefined, place)
    return (await verifyBackup(backup, place, opening)).map(({ reason }) => reason)
  }
  assert.deepEqual(await verified(), [])
  const spoil = [
    () => appendFileSync(file, '!'),
    () => truncateSync(file, original.length - 100),
    () => {
      const changed = Buffer.from(original)
      changed.writeUInt8(changed.readUInt8(5000) ^ 1, 5000)
      writeFileSync(file, changed)
    },
    () => rmSync(file),
  ]
  const reasons: string[] = []
  for (const change of spoil) {
    writeFileSync(file, original)
    change()
    reasons.push(...(await verified()))
  }
  assert.deepEqual(reasons, ['changed', 'changed', 'changed', 'missing'])
  assert.equal((await run(cwd, env, 'verify', '--to', to)).code, 3)
  assert.equal((await run(cwd, env, 'restore', '--to', to, '--yes')).code, 1)
})

/** A packed backup as an attacker would write it: its checksums are right. */
async function forged(fill: (zip: ZipFile) => void, facts: object = {}) {
  const zip = new ZipFile()
  fill(zip)
  zip.end()
  const bytes = await buffer(zip.outputStream as unknown as AsyncIterable<Uint8Array>)
  const to = newFolder()
  const name = 'almanac-2026-01-01T00-00-00Z'
  writeFileSync(join(to, `${name}.zip`), bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const packed = { file: `${name}.zip`, size: bytes.length, sha256, isEncrypted: false }
  const manifest = {
    format: 2,
    created: '2026-01-01T00:00:00Z',
    version: '1',
    databaseVersion: 1,
    events: 0,
    hasKey: false,
    files: 3,
    bytes: 1000,
    packed,
    ...facts,
  }
  writeFileSync(join(to, `${name}.json`), JSON.stringify(manifest))
  return to
}

test('a file that inflates to more than its manifest says is given up, and paths do not lead out', {
  timeout: 60_000,
}, async () => {
  const cwd = await calendarIn(newFolder())
  const bomb = await forged(zip => {
    zip.addBuffer(Buffer.from(`${'0'.repeat(64)}  almanac.db\n`), 'files.sha256')
    zip.addBuffer(Buffer.alloc(20_000_000), 'almanac.db')
  })
  const { backup, place } = await findBackup(undefined, folderPlace(bomb))
  const opening = { key: undefined, work: newFolder(), progress() {} }
  const damage = await withFiles(backup, place, opening, (folder, damage) => {
    assert.ok(statSync(join(folder, 'almanac.db')).size < 1_000_000)
    return damage
  })
  assert.deepEqual(damage, [{ file: backup.packed?.file, reason: 'changed' }])
  const results = await run(cwd, {}, 'verify', '--to', bomb)
  assert.deepEqual([results.code, results.data.problems.length], [3, 1])
  assert.equal((await run(cwd, {}, 'restore', '--to', bomb, '--yes')).code, 1)
  // the writer refuses such names, so one is put in its place
  const good = await forged(zip => {
    zip.addBuffer(Buffer.from(''), 'files.sha256')
    zip.addBuffer(Buffer.from('out'), 'aa/aa/aa/out.txt')
  })
  const file = join(good, 'almanac-2026-01-01T00-00-00Z.zip')
  const bytes = Buffer.from(
    readFileSync(file).toString('latin1').replaceAll('aa/aa/aa/out.txt', '../../../out.txt'),
    'latin1',
  )
  writeFileSync(file, bytes)
  const manifest = join(good, 'almanac-2026-01-01T00-00-00Z.json')
  const facts = JSON.parse(readFileSync(manifest, 'utf8'))
  facts.packed.sha256 = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(manifest, JSON.stringify(facts))
  assert.equal((await run(cwd, {}, 'verify', '--to', good)).code, 3)
  assert.equal((await run(cwd, {}, 'restore', '--to', good, '--yes')).code, 1)
  // a manifest that names a file elsewhere is none
  const away = await forged(zip => zip.addBuffer(Buffer.from(''), 'files.sha256'), {
    packed: { file: '../x.zip', size: 1, sha256: '', isEncrypted: false },
  })
  assert.deepEqual((await run(cwd, {}, 'list', '--to', away)).data, [])
})
