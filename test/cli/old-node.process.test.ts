import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
after(() => rmSync(folder, { recursive: true }))

/** A Node that says that it is Node 20; whichever program runs is written down. */
const old = join(folder, 'node')
try {
  linkSync(process.execPath, old)
} catch {
  copyFileSync(process.execPath, old)
}
const ran = join(folder, 'ran')
const pretend = join(folder, 'pretend.mjs')
writeFileSync(
  pretend,
  `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(ran)}, process.execPath + '\\n')
if (process.execPath === ${JSON.stringify(old)})
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`,
)

const brought = globSync(join(root, 'node_modules/node-*/bin/node{,.exe}'))
const skip = brought.length === 0 && 'no package brings a Node for this platform'

/** Runs a file on it; returns its output and the programs that ran, in turn. */
function run(file: string, ...args: string[]) {
  writeFileSync(ran, '')
  const { stdout, stderr } = spawnSync(old, [join(root, file), ...args], {
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${pretend}`,
      CONFORMANCE_DATA: join(folder, 'data'),
      CONFORMANCE_USERS: 'no list',
    },
    encoding: 'utf8',
  })
  return { output: stdout + stderr, programs: readFileSync(ran, 'utf8').trim().split('\n') }
}

test('a Node that is too old starts the program on the Node that the packages bring', {
  skip,
}, () => {
  const { output, programs } = run('bin/almanac.js', '--version')
  assert.match(output, /^\d+\.\d+\.\d+/)
  assert.deepEqual(programs.slice(1), brought)
})

test('it starts the service for the conformance kit on that Node too', { skip }, () => {
  const { output, programs } = run('test/conformance/serve')
  assert.deepEqual(programs.slice(1), brought, output)
})
