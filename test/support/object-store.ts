import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createFront, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import S3rver from '@20minutes/s3rver'
import account from '@20minutes/s3rver/lib/models/account.js'
import type { Settings } from '../../src/config/config.ts'

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>

// its own secret is shorter than the setting of it may be
const [key, secret] = ['S3RVER', 'secret of tests']
account.DUMMY_ACCOUNT.createKeyPair(key, secret)

/** A server of the protocol of S3, which checks signatures, with one bucket; gone when it closes. */
export async function startObjectStore(bucket = 'calendar') {
  const directory = mkdtempSync(join(tmpdir(), 'almanac-bucket-'))
  const server = new S3rver({
    directory,
    port: 0,
    address: '127.0.0.1',
    silent: true,
    configureBuckets: [{ name: bucket }],
  })
  const { port: behind } = await server.run()
  // stands before it, so that the address stays while it is away
  let isThere = true
  const connections = new Set<Socket>()
  const front = createFront(connection => {
    if (!isThere) return connection.destroy()
    connections.add(connection)
    const onward = connect(behind, '127.0.0.1')
    pipeline(connection, onward, connection, () => connections.delete(connection))
    return connection
  })
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  /** The value of a setting: of a bucket and prefix, with this key. */
  const urlOf = (place: string, shown = secret) =>
    `s3://${key}:${encodeURIComponent(shown)}@${place}?endpoint=${endpoint}&region=eu-west-3`
  const settings = {
    imageStore: urlOf(`${bucket}/images/2`),
  } satisfies Partial<Settings>
  return {
    settings,
    urlOf,
    endpoint,
    secret,
    /** The names of all objects. */
    names: () =>
      readdirSync(join(directory, bucket), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('._S3rver_object'))
        .map(name => name.slice(0, -'._S3rver_object'.length))
        .sort(),
    /** From now on every connection breaks. */
    stop() {
      isThere = false
      for (const connection of connections) connection.destroy()
    },
    start() {
      isThere = true
    },
    async close() {
      this.stop()
      await new Promise(resolve => front.close(resolve))
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A server that answers as a test wants. */
export async function startAnswering(answer: RequestListener) {
  const server: Server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
