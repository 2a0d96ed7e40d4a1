import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { bucketName } from '../../src/config/storage-types.ts'
import type { ImagePlace } from '../../src/outside/images/place.ts'
import { imageFilesOf, inFolder } from '../../src/outside/images/place.ts'
import { fillCalendar, keyIn } from '../support/moved-calendar.ts'
import { type ObjectStore, startObjectStore } from '../support/object-store.ts'
import { almanac, newFolder } from './command.ts'

// The images of a calendar go into a bucket and out of it, with the rest or alone.

const cwd = newFolder()
const at = (name: string) => join(cwd, name)
let store: ObjectStore
let env: Record<string, string>
let bucket: string
before(async () => {
  store = await startObjectStore()
  const { settings } = store
  bucket = bucketName(settings.imageStore)
  env = { ALMANAC_IMAGE_STORE: settings.imageStore }
  await fillCalendar(at('here'))
})
after(() => store.close())

const run = (...args: string[]) => almanac(['move', ...args], { cwd, env })

/** All files of images in a place, with their bytes. */
async function filesIn(place: ImagePlace) {
  const files = await imageFilesOf(place)
  const results: Record<string, string> = {}
  for await (const { file } of files.list()) {
    const opened = await files.open(file, true)
    assert.ok(opened)
    results[file] = (await buffer(await opened.stream())).toString('base64')
  }
  return results
}
const inBucket = () => filesIn({ ...inFolder(''), ...store.settings })

test('images go into a bucket and back into a folder, and stay where both have them', async () => {
  const files = await filesIn(inFolder(at('here')))
  assert.ok(Object.keys(files).length > 1)

  const there = await run('--from', at('here'), '--to', at('there'), '--to-images', bucket)
  assert.equal(there.code, 0, there.err)
  assert.match(there.err, /files of images \(.* bytes\) are in http:.*\/calendar\/images\/2\//)
  assert.deepEqual(await inBucket(), files)
  assert.deepEqual(await filesIn(inFolder(at('there'))), {})
  assert.equal(keyIn(at('there')), keyIn(at('here')))

  const both = ['--from-images', bucket, '--to-images', bucket]
  const beside = await run('--from', at('there'), '--to', at('beside'), ...both, '--lang', 'fr')
  assert.equal(beside.code, 0, beside.err)
  assert.match(beside.err, /Les images restent dans http:/)

  const back = await run('--from', at('there'), '--from-images', bucket, '--to', at('back'))
  assert.equal(back.code, 0, back.err)
  assert.match(back.err, /secret\.key are in .*back, compared one by one/)
  assert.deepEqual(await filesIn(inFolder(at('back'))), files)
  // no name that an image had is given again
  for (const file of Object.keys(files))
    assert.ok(existsSync(join(at('back'), 'uploads/.taken', file.replace(/\.[a-z]+$/, ''))), file)
})

test('files of another calendar in the bucket are not replaced, and missing ones are copied again', async () => {
  const target = await imageFilesOf({ ...inFolder(''), ...store.settings })
  const files = await inBucket()
  const [first = '', second = ''] = Object.keys(files)
  await target.remove([second])
  await target.write([[first, Buffer.from('of another calendar')]])
  const args = ['--from', at('here'), '--to', at('again'), '--to-images', bucket]
  const refused = await run(...args, '--lang', 'fr')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /L’image .* n’est pas la même des deux côtés\. Supprimez-la de http:/)
  await target.remove([first])
  const moved = await run(...args)
  assert.equal(moved.code, 0, moved.err)
  assert.deepEqual(await inBucket(), files)

  store.stop()
  const away = await run('--from', at('here'), '--to', at('away'), '--to-images', bucket)
  store.start()
  assert.equal(away.code, 1)
  assert.match(away.err, /The bucket of the images cannot be used: /)
  const wrong = await run('--from', at('here'), '--to', at('wrong'), '--to-images', 'bucket')
  assert.equal(wrong.code, 2)
})
