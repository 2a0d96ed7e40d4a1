import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin/', import.meta.url))
const { runtimePackage }: { runtimePackage: string | undefined } = await import(
  join(bin, 'runtime.js')
)

/** A clone after an installation, with little in its packages; `own`: the Node with which npm runs. */
function slimmed(
  t: TestContext,
  own: (folder: string) => string,
  files: Record<string, string> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-slim-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of ['slim.js', 'compiled.js', 'runtime.js'])
    cpSync(join(bin, name), join(folder, 'bin', name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const packages = join(folder, 'node_modules')
  const brought = join(packages, String(runtimePackage))
  for (const name of ['bin/node', 'include/node.h', 'share/node.1', 'CHANGELOG.md', 'LICENSE']) {
    mkdirSync(dirname(join(brought, name)), { recursive: true })
    writeFileSync(join(brought, name), '')
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(packages, name)), { recursive: true })
    writeFileSync(join(packages, name), text)
  }
  const link = join(packages, '.bin/node')
  mkdirSync(dirname(link))
  symlinkSync(join('..', String(runtimePackage), 'bin/node'), link)
  execFileSync(process.execPath, [join(folder, 'bin/slim.js')], {
    env: { PATH: process.env.PATH, npm_node_execpath: own(folder) },
  })
  const left = ['bin/node', 'include', 'share', 'CHANGELOG.md', 'LICENSE'].filter(name =>
    existsSync(join(brought, name)),
  )
  const others = Object.keys(files).filter(name => existsSync(join(packages, name)))
  return { left, leadsTo: readlinkSync(link), others }
}

/** A program that says it is an old Node. */
function oldNode(folder: string): string {
  const path = join(folder, 'old-node')
  writeFileSync(path, '#!/bin/sh\necho v20.20.2\n')
  chmodSync(path, 0o755)
  return path
}

const skip = process.platform === 'win32' || runtimePackage === undefined

test('on a machine with a new Node an installation keeps no other', { skip }, t => {
  const { left, leadsTo } = slimmed(t, () => process.execPath)
  assert.deepEqual([left, leadsTo], [[], process.execPath])
})

test('with an old Node the packaged Node stays installed, without its headers', { skip }, t => {
  const { left, leadsTo } = slimmed(t, oldNode)
  assert.deepEqual(left, ['bin/node', 'LICENSE'])
  assert.equal(leadsTo, join('..', String(runtimePackage), 'bin/node'))
})

test('source maps and types of packages stay for developers alone', { skip }, t => {
  const run = ['one/index.js', '@of/two/dist/index.mjs', 'one/LICENSE', 'one/package.json']
  const read = ['one/index.js.map', 'one/index.d.ts', '@of/two/dist/index.d.mts', 'one/src/a.tsx']
  const files = Object.fromEntries([...run, ...read].map(name => [name, '{}']))
  assert.deepEqual(slimmed(t, oldNode, files).others, run)
  const compiler = { 'typescript/package.json': '{}' }
  const all = { ...files, ...compiler }
  assert.deepEqual(slimmed(t, oldNode, all).others, Object.keys(all))
})

test('of a library of many languages what runs here stays', { skip }, t => {
  const one = 'esm/php/datetime/strtotime.js'
  const files = [
    one,
    'package.json',
    'php/datetime/strtotime.js',
    'esm/php/json/a.js',
    'esm/go/a.js',
  ]
  const names = files.map(name => `locutus/${name}`)
  const { others } = slimmed(t, oldNode, Object.fromEntries(names.map(name => [name, '{}'])))
  assert.deepEqual(others, names.slice(0, 2))
  const resolved = fileURLToPath(import.meta.resolve('locutus/php/datetime/strtotime'))
  assert.ok(resolved.endsWith(`/locutus/${one}`), resolved)
})
