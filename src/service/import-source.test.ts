import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fetchPage } from './import-source.ts'

test('a page that answers 500 is asked again', async () => {
  const statuses = [500, 200]
  const server = createServer((_, response) => {
    response.statusCode = statuses.shift() ?? 404
    response.end('{}')
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const fetch = fetchPage({ fetchAllow: [origin] }, new AbortController().signal)
    const fetched = await fetch(`${origin}/events`)
    assert.equal('status' in fetched && fetched.status, 200)
    assert.deepEqual(statuses, [])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
