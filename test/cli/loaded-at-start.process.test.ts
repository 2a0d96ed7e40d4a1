import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { test } from 'node:test'
import { ofNoMachine } from '../support/of-no-machine.ts'
import { bin, newFolder } from './command.ts'

/** Modules that load slowly or need much memory, and are for later: beginnings of paths, and a part of Node. */
const heavy = [
  'pg',
  'pg-copy-streams',
  'openid-client',
  'nodemailer',
  'aws4fetch',
  '@rgrove/parse-xml',
  'sharp',
  'file-type',
  'sanitize-html',
  'vite',
  'react',
  'yaml',
  '@scalar',
  '@clack',
  '@node-rs/argon2',
  'otpauth',
  '@fastify/busboy',
].map(name => `node_modules/${name}/`)
const later = [
  'src/store/postgres/',
  'src/store/copy/',
  'src/web/',
  'src/admin/',
  'src/http/openapi',
  'src/store/listing/chunk',
  'src/calendar/schedule/schedule',
  'src/calendar/write/write',
  'src/calendar/write/series',
  'src/calendar/images/new-images',
]
/** The module of `fetch`; `import` from `node:http` would load it. */
const client = 'NativeModule internal/deps/undici/undici'

test('a start on SQLite and the first list load no library and no part that is for later', async () => {
  const folder = newFolder()
  const child = fork(bin, ['serve', '--json', '--port', '0', '--data-folder', folder], {
    cwd: folder,
    execArgv: ['--import', new URL('../support/loaded.js', import.meta.url).href],
    // set, so that the process is not begun again and keeps its channel to us
    env: { PATH: process.env.PATH ?? '', MALLOC_ARENA_MAX: '2', ...ofNoMachine },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    const [line] = await once(child.stdout?.setEncoding('utf8') ?? assert.fail(), 'data')
    const { root } = JSON.parse(line) as { root: { plain: string } }
    const [answer] = await once(get(`${root.plain}/events`), 'response')
    assert.equal(answer.resume().statusCode, 200)
    const telling = once(child, 'message')
    child.send('what is loaded?')
    const [loaded] = (await telling) as [string[]]
    const isLoaded = (path: string) => loaded.some(name => name.startsWith(path))
    // else it would say so of anything
    assert.ok(isLoaded('src/store/sqlite/') && isLoaded('node_modules/lru-cache/'))
    assert.deepEqual([...heavy, ...later, client].filter(isLoaded), [])
  } finally {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
})
