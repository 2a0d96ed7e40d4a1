import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openArchive } from './read-archive.ts'
import { archiveOf } from './write-archive.ts'

/** The files below a folder that this process has open. */
const openIn = (folder: string) =>
  readdirSync('/proc/self/fd').filter(number => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`).startsWith(folder)
    } catch {
      return false
    }
  })

async function allClosed(folder: string) {
  for (let attempt = 0; openIn(folder).length > 0; attempt++) {
    assert.ok(attempt < 100, 'a file stays open')
    await wait(10)
  }
}

const isLinux = process.platform === 'linux'

test('a client that leaves an archive closes the file that is being read', {
  skip: !isLinux,
}, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'large')
  writeFileSync(path, Buffer.alloc(8_000_000, 1))
  let hasEnded = false
  async function* parts() {
    try {
      for (const name of ['a', 'b']) yield { name, level: 0, parts: () => createReadStream(path) }
    } finally {
      hasEnded = true
    }
  }
  const stream = archiveOf(parts())
  await once(stream, 'readable')
  while (openIn(folder).length === 0) await wait(1)
  stream.destroy()
  await allClosed(folder)
  assert.equal(hasEnded, true)
})

test('a broken archive is closed', { skip: !isLinux }, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
  t.after(() => rmSync(folder, { recursive: true }))
  async function* parts() {
    yield {
      name: 'a',
      parts: async function* () {
        yield 'text'
      },
    }
  }
  const zip = await buffer(archiveOf(parts()))
  // the signature of the only entry of the directory at the end
  zip.fill(0, zip.lastIndexOf('PK\u0001\u0002'), zip.lastIndexOf('PK\u0001\u0002') + 4)
  const path = join(folder, 'broken.zip')
  writeFileSync(path, zip)
  assert.equal(await openArchive(path), undefined)
  await allClosed(folder)
})
