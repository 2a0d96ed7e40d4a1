import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDataFolder } from '../../src/main.ts'
import { newPlace } from '../support/engine.ts'
import { imageFile } from '../support/openapi-body.ts'
import { startProcess } from '../support/process.ts'
import { enrol, settingsFor } from '../support/service.ts'

const rounds = 3
const widths = [320, 640]

test('a service that is killed while it replaces a file has the old one or the new one, and all of it', async t => {
  const { folder, remove } = await newPlace('almanac-kill-')
  t.after(remove)
  const { accounts, close } = await openDataFolder(settingsFor(folder))
  await enrol(accounts, 'editor', 'editor')
  await close()
  const files = await Promise.all(widths.map(width => imageFile(width, 200)))
  const headers = { 'Content-Type': 'image/png' }
  let path = '/images'
  for (let round = 0; round < rounds; round++) {
    const service = await startProcess(folder)
    t.after(service.kill)
    const send = (method: string, body?: Buffer) =>
      service.send(method, path, { headers, ...(body && { body }) })
    if (path === '/images') path += `/${(await send('POST', files[0])).body.id}`
    const { body: image } = await send('GET')
    assert.ok(widths.includes(image.width), image.url)
    for (const { url, filesize } of [image, ...Object.values<typeof image>(image.sizes)]) {
      const loaded = await fetch(url.replace('http://calendar.example', service.address))
      assert.deepEqual(
        [loaded.status, (await loaded.arrayBuffer()).byteLength],
        [200, filesize],
        url,
      )
    }
    // one is answered; another is under way when the service ends, a little further each time
    assert.equal((await send('PUT', files[1 - (round % 2)])).status, 200)
    const unanswered = send('PUT', files[round % 2]).catch(() => undefined)
    for (let turn = 0; turn < round * 20; turn++) await new Promise(setImmediate)
    await service.kill()
    await unanswered
  }
})
