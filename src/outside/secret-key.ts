import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import {
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../define/base/objects.ts'
import type { Store } from '../store/index.ts'

const size = 32
const note = 'key-check'

/** The setting `secretKey`, or else a file in the data folder. */
type KeyPlace = { dataFolder: string; secretKey?: string }

type KeyStore = Pick<Store, 'note' | 'write' | 'countWith'>

export const keyFile = (folder: string) => join(folder, 'secret.key')

/** Differs between two keys, and reveals nothing about either. */
const checkOf = (key: Buffer) =>
  createHmac('sha256', key).update('check of secret.key').digest('base64url')

/**
 * The key that seals the passwords of events, stored next to the database or given by a setting. The database has a check value of it, so that a lost
 * or different key is noticed before anything is sealed with it. Early versions stored no check value; their key is accepted.
 */
export async function keyIn({ dataFolder, secretKey }: KeyPlace, store: KeyStore): Promise<Buffer> {
  return secretKey ? givenKey(secretKey, store) : keyInFolder(dataFolder, store)
}

async function givenKey(secretKey: string, store: KeyStore): Promise<Buffer> {
  const key = Buffer.from(secretKey, 'base64')
  const check = await store.note(note)
  const isOurs = check === undefined ? await becomes(key, store) : check === checkOf(key)
  if (!isOurs)
    throw Object.assign(new Error('secretKey does not fit the database.'), {
      code: 'KEY_GIVEN',
      params: { events: await store.countWith('event', 'password') },
    })
  return key
}

async function keyInFolder(folder: string, store: KeyStore): Promise<Buffer> {
  const file = keyFile(folder)
  const check = await store.note(note)
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined
  const refuse = async (code: string) => {
    const events = await store.countWith('event', 'password')
    throw Object.assign(new Error(`${file} does not fit the database.`), {
      code,
      params: { file, events },
    })
  }
  const isNew =
    !isThere && check === undefined && (await store.countWith('event', 'password')) === 0
  if (!isThere && !isNew) return refuse('KEY_MISSING')
  const key = isNew ? writeKey(folder) : readKey(file)
  if (key.length !== size) return refuse('KEY_SIZE')
  const isOurs = check === undefined ? await becomes(key, store) : check === checkOf(key)
  return isOurs ? key : refuse('KEY_OTHER')
}

/** Makes it the key of a database that has none; of several processes that start together the first one wins. */
const becomes = (key: Buffer, store: KeyStore): Promise<boolean> =>
  store.write(async tx => {
    const check = await tx.note(note)
    if (check === undefined) await tx.setNote(note, checkOf(key))
    return check === undefined || check === checkOf(key)
  })

/** A new key, or another that is given. Nothing that was sealed can be opened with it: protected events stay closed until they get a new password. */
export async function renewKey(place: KeyPlace, store: KeyStore): Promise<number> {
  const { dataFolder, secretKey } = place
  const key = secretKey ? Buffer.from(secretKey, 'base64') : newKeyIn(dataFolder)
  await store.write(tx => tx.setNote(note, checkOf(key)))
  return store.countWith('event', 'password')
}

function newKeyIn(folder: string): Buffer {
  const file = keyFile(folder)
  if (statSync(file, { throwIfNoEntry: false })) renameSync(file, `${file}.old`)
  return writeKey(folder)
}

/** Copies the key of a folder into another; one that is there already is never replaced. */
export function copyKey(from: string, to: string) {
  const key = readKey(keyFile(from))
  const file = keyFile(to)
  if (!writeKey(to, key).equals(key))
    throw Object.assign(new Error(`${file} is another key.`), {
      code: 'MOVE_KEY',
      params: { file },
    })
}

/**
 * All of it or nothing: half a key is worse than none. Where another process has been faster, its key is the one: the key that is
 * there afterwards comes back.
 */
function writeKey(folder: string, key = randomBytes(size)): Buffer {
  const file = keyFile(folder)
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, key, { mode: 0o600, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      // some file systems have no links
      if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error))) throw error
      copyFileSync(draft, file, constants.COPYFILE_EXCL)
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readKey(file)
}

/** A container creates a folder where a file that it is to mount is missing. */
function readKey(file: string) {
  if (statSync(file).isFile()) return readFileSync(file)
  throw Object.assign(new Error(`${file} is not a file.`), {
    code: 'KEY_NO_FILE',
    params: { file },
  })
}
