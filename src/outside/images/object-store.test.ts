import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { startAnswering } from '../../../test/support/object-store.ts'
import { filesInBucket } from './bucket-files.ts'
import { openBucket, signed } from './object-store.ts'
import { bucketOf } from './place.ts'

const example = {
  url: 'https://examplebucket.s3.amazonaws.com/',
  region: 'us-east-1',
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

test('requests are signed as in the examples that Amazon publishes for S3', async () => {
  const requests = [
    {
      request: { method: 'GET', name: '', query: { lifecycle: '' } },
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      request: { method: 'GET', name: '', query: { 'max-keys': '2', prefix: 'J' } },
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
    {
      request: {
        method: 'PUT',
        name: 'test$file.text',
        headers: {
          date: 'Fri, 24 May 2013 00:00:00 GMT',
          'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        },
        body: Buffer.from('Welcome to Amazon S3.'),
      },
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
  ] as const
  for (const { request, signature } of requests) {
    const { headers } = await signed(example, request, '20130524T000000Z')
    assert.equal(headers.authorization?.split('Signature=')[1], signature)
  }
})

test('a bucket is a host of its own, or the first part of the path', () => {
  const at = (store: string, endpoint = '', region = 'eu-west-3') => {
    const query = new URLSearchParams({ endpoint, region })
    const { url, prefix } = bucketOf(`${store.replace('//', '//key:secret@')}?${query}`)
    return url + prefix
  }
  assert.equal(at('s3://box'), 'https://box.s3.eu-west-3.amazonaws.com/')
  assert.equal(at('s3://box/of/ours'), 'https://box.s3.eu-west-3.amazonaws.com/of/ours/')
  assert.equal(at('s3://box.example'), 'https://s3.eu-west-3.amazonaws.com/box.example/')
  assert.equal(at('s3://box', '', 'cn-north-1'), 'https://box.s3.cn-north-1.amazonaws.com.cn/')
  assert.equal(at('s3://box/x', 'http://[::1]:9000'), 'http://[::1]:9000/box/x/')
  assert.equal(at('s3://box', 'https://{bucket}.s3.example'), 'https://box.s3.example/')
  assert.equal(
    at('s3://box', 'https://s.example/storage/v1/s3'),
    'https://s.example/storage/v1/s3/box/',
  )
})

/** A bucket at a server that answers as a test wants. */
async function bucketAt(t: TestContext, answer: RequestListener) {
  const server = await startAnswering(answer)
  t.after(server.close)
  return { ...example, url: `${server.url}/bucket/` }
}

const get = (span = 60_000) =>
  ({ method: 'GET', name: 'a', until: performance.now() + span }) as const
const xml = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>&lt;no&gt;</Message></Error>`

test('a request is repeated if the store asks for it, and not if the store refuses', async t => {
  let received = 0
  const place = await bucketAt(t, (request, response) => {
    received++
    const [status, code] =
      request.headers['x-want'] === 'passing' && received < 3
        ? [503, 'SlowDown']
        : request.headers['x-want'] === 'refused'
          ? [403, 'SignatureDoesNotMatch']
          : [200, '']
    response.writeHead(status).end(code ? xml(code) : 'here')
  })
  const bucket = openBucket(place)
  const response = await bucket.send({ ...get(), headers: { 'x-want': 'passing' } })
  assert.equal(await text(response!), 'here')
  assert.equal(received, 3)
  await assert.rejects(bucket.send({ ...get(), headers: { 'x-want': 'refused' } }), {
    code: 'IMAGE_STORE_UNREACHABLE',
    message: 'GET was answered with 403 SignatureDoesNotMatch',
  })
  assert.equal(received, 4)
})

test('a connection that breaks is opened again; one that always breaks is reported', async t => {
  let received = 0
  const place = await bucketAt(t, (request, response) => {
    received++
    if (received === 1 || request.url?.endsWith('/never')) request.destroy()
    else response.end('here')
  })
  const bucket = openBucket(place)
  assert.equal(await text((await bucket.send(get()))!), 'here')
  await assert.rejects(bucket.send({ ...get(), name: 'never' }), {
    code: 'IMAGE_STORE_UNREACHABLE',
  })
  assert.equal(received, 5)
})

test('a request to a store that never answers ends with the request of the client', async t => {
  const place = await bucketAt(t, () => {})
  await assert.rejects(openBucket(place).send(get(50)), { code: 'IMAGE_STORE_UNREACHABLE' })
})

test('a missing object is none, a missing bucket is an error, and redirects are not followed', async t => {
  let received = 0
  const place = await bucketAt(t, ({ url = '' }, response) => {
    received++
    if (url.endsWith('moved')) response.writeHead(307, { Location: '/bucket/there' }).end()
    else response.writeHead(404).end(xml(url.endsWith('lost') ? 'NoSuchBucket' : 'NoSuchKey'))
  })
  const bucket = openBucket(place)
  assert.equal(await bucket.send(get()), undefined)
  for (const name of ['lost', 'moved'])
    await assert.rejects(bucket.send({ ...get(), name }), { code: 'IMAGE_STORE_UNREACHABLE' })
  assert.equal(received, 3)
})

test('lists go on page by page; what are no files of images is left out', async t => {
  const entry = (key: string, size: number) =>
    `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`
  const received: URLSearchParams[] = []
  const place = await bucketAt(t, ({ url = '' }, response) => {
    const query = new URL(url, 'http://localhost').searchParams
    received.push(query)
    const content = query.has('continuation-token')
      ? entry('in/2026/06/b.png', 2)
      : `${entry('in/2026/06/a.png', 1)}${entry('in/notes &amp; more.txt', 9)}<NextContinuationToken>&lt;on&gt;</NextContinuationToken>`
    response.end(`<ListBucketResult xmlns="urn:s3">${content}</ListBucketResult>`)
  })
  assert.deepEqual(await Array.fromAsync(filesInBucket({ ...place, prefix: 'in/' }).list()), [
    { file: '2026/06/a.png', size: 1 },
    { file: '2026/06/b.png', size: 2 },
  ])
  assert.deepEqual(
    received.map(query => Object.fromEntries(query)),
    [
      { 'list-type': '2', prefix: 'in/' },
      { 'list-type': '2', prefix: 'in/', 'continuation-token': '<on>' },
    ],
  )
})

test('a file that cannot be written is an error, and the others have ended by then', async t => {
  const written: string[] = []
  const place = await bucketAt(t, (request, response) => {
    request.resume().on('end', () => {
      const isRefused = request.url?.endsWith('bad.png')
      if (!isRefused) written.push(String(request.url))
      response.writeHead(isRefused ? 403 : 200).end()
    })
  })
  const names = ['bad', 'b', 'c', 'd', 'e', 'f']
  const files = names.map(name => [`2026/06/${name}.png`, Buffer.from(name)] as const)
  await assert.rejects(filesInBucket({ ...place, prefix: '' }).write(files))
  assert.equal(written.length, 5)
})
