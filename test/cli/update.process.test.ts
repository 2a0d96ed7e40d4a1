import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { version } from '../../src/common/version.ts'
import { isNewer } from '../../src/service/updates.ts'
import { almanac, newFolder } from './command.ts'

let body = ''
const server = createServer((_, response) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(body)
})
before(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
after(() => server.close())

const check = (allow = '127.0.0.1') => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`
  return almanac(['update', '--check', url, '--fetch-allow', allow], { cwd: newFolder() })
}

test('update --check says whether there is a newer version', async () => {
  body = JSON.stringify({ tag_name: 'v99.0.0', html_url: 'https://example.org/v99' })
  const newer = await check()
  assert.equal(newer.code, 3)
  assert.match(newer.out, /^Almanac 99\.0\.0 is available/)
  body = JSON.stringify({ name: 'almanac', version })
  const same = await check()
  assert.deepEqual([same.code, same.out], [0, `Almanac ${version} is the newest version.\n`])
})

test('a file that is not a release, and a private address, are refused', async () => {
  for (const text of ['', '[]', '{"version":"latest"}', '{"version":{"toString":1}}', 'null']) {
    body = text
    const { code, err } = await check()
    assert.equal(code, 1, text)
    assert.match(err, /could not be determined: the file names no version\./)
  }
  const { code, err } = await check('none')
  assert.equal(code, 1)
  assert.match(err, /could not be determined: its URL is not public\./)
})

test('without a URL, or without --check, no request is sent', async () => {
  const cwd = newFolder()
  const [noUrl, noCheck] = [
    await almanac(['update', '--check'], { cwd }),
    await almanac(['update'], { cwd }),
  ]
  assert.deepEqual([noUrl.code, noCheck.code], [2, 2])
  assert.match(noUrl.err, /--check/)
})

test('versions are ordered by their numbers, and before a release come its candidates', () => {
  const rising = ['0.1.0-rc.2', '0.1.0-rc.10', '0.1.0', '0.1.1', '0.2.0', '0.10.0', '1.0.0']
  for (const [at, newer] of rising.entries())
    for (const [other, older] of rising.entries()) assert.equal(isNewer(newer, older), at > other)
})
