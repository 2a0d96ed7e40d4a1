import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { settings, variableOf } from '../../src/config/config.ts'
import { startAnswering } from '../support/object-store.ts'

const root = join(import.meta.dirname, '..', '..')
const text = (name: string) => readFileSync(join(root, name), 'utf8')
const dockerfile = text('Dockerfile')
const ofOneServer = [
  'deploy/compose.yaml',
  'deploy/backup.compose.yaml',
  'deploy/demo.compose.yaml',
]
const files = ['compose.yaml', ...ofOneServer]

const variables = new Set(
  Object.keys(settings).flatMap(name => [variableOf(name), `${variableOf(name)}_FILE`]),
)

test('the Dockerfile is one, and its Node is new enough', () => {
  assert.deepEqual(validate(dockerfile), [])
  const versions = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => Number(major))
  assert.equal(versions.length, 2)
  for (const version of versions) assert.ok(version >= 24)
})

test('all files of the container image exist, and no others are sent', () => {
  const names = text('.dockerignore')
    .split('\n')
    .filter(line => line.startsWith('!'))
    .map(line => line.slice(1))
  for (const name of names) assert.ok(existsSync(join(root, name)), name)
  // the screens for editors are not built without it, and the image would build them at each start
  assert.ok(names.includes('tsconfig.json'))
})

/** The parts of it that are used: its types name files that its package does not have. */
type Linted = { messages: { rule: string; message: string }[] }

test('compose.yaml is as the specification of Compose has it', async () => {
  const linter = new DCLinter({
    rules: {
      'services-alphabetical-order': 0,
      'service-keys-order': 0,
      'top-level-properties-order': 0,
      // what one file builds, another names
      'no-build-and-image': 0,
      // a balancer is for everybody
      'no-unbound-port-interfaces': 0,
      // they are; it looks for a list over several lines
      'require-quotes-in-ports': 0,
    },
    quiet: false,
    debug: false,
    exclude: [],
  })
  const results = linter.lintFiles(
    files.map(name => join(root, name)),
    false,
  )
  assert.equal(results.length, files.length)
  assert.deepEqual(
    results.flatMap(({ messages }: Linted) =>
      messages.map(({ rule, message }) => `${rule}: ${message}`),
    ),
    [],
  )
})

test('backups are of the same image and calendar, into a volume that its user may write to', () => {
  const [one, backup] = ofOneServer.map(name => parse(text(name)))
  const { app } = one.services
  const { image, volumes } = backup.services.backup
  assert.equal(image, app.image)
  const all = { ...one.volumes, ...backup.volumes }
  const mounted: string[][] = volumes.map((of: string) => of.split(':'))
  assert.ok(app.volumes.includes(volumes[0]))
  const owned = /&& chown node:node (.*)$/m.exec(dockerfile)?.[1]?.split(' ') ?? []
  for (const [name = '', path = ''] of mounted) {
    assert.ok(name in all, name)
    assert.ok(owned.includes(path), path)
  }
})

test('settings named for containers are settings, and what is mounted is there', () => {
  const named = [dockerfile, ...files.map(text)].join('').match(/\bALMANAC_\w+/g) ?? []
  assert.deepEqual(
    named.filter(name => !variables.has(name)),
    [],
  )
  const { services, volumes, secrets } = parse(text('compose.yaml'), { merge: true })
  const places = Object.values<{ volumes?: string[]; secrets?: string[] }>(services)
  for (const [source = ''] of places.flatMap(({ volumes = [] }) =>
    volumes.map(of => of.split(':')),
  ))
    assert.ok(source.startsWith('./') ? existsSync(join(root, source)) : source in volumes, source)
  for (const name of places.flatMap(({ secrets = [] }) => secrets)) assert.ok(name in secrets, name)
  const caddyfile = text('deploy/Caddyfile')
  const processes = Object.keys(services).filter(name => name.startsWith('app-'))
  for (const [, hosts = ''] of caddyfile.matchAll(/reverse_proxy (?:@\w+ )?(.*) \{/g))
    assert.deepEqual(
      hosts.split(' ').map(host => host.split(':')[0]),
      processes,
    )
  // reads go on where nothing can be written
  const paths = [...caddyfile.matchAll(/health_uri (.*)/g)].map(([, url]) => url)
  assert.deepEqual(paths, ['/health/ready?for=reading', '/health/ready'])
})

test('the health check of the container image fails if the service does not respond', async t => {
  const command: string[] = JSON.parse(
    /HEALTHCHECK[^[]*CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]',
  )
  const [name, ...args] = command
  assert.equal(name, 'bash')
  const exitOf = async (port: string) => {
    const child = spawn(name, args, { env: { ALMANAC_PORT: port }, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    return code
  }
  const paths: string[] = []
  const server = await startAnswering(({ url = '' }, response) => {
    paths.push(url)
    response.writeHead(paths.length > 1 ? 503 : 200).end()
  })
  t.after(server.close)
  const { port } = new URL(server.url)
  assert.deepEqual([await exitOf(port), await exitOf(port)], [0, 1])
  assert.deepEqual(paths, ['/health/live', '/health/live'])
  await server.close()
  assert.equal(await exitOf(port), 1)
})
