// node .ci/released-update.js FOLDER: updates an unpacked archive by the words of docs/en/versions.md, “unpack the new one next to the
// old one, let the link point to it, restart”, and finds the events, also those that an older start has left inside. Any Node may run it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { nobody, openProgram } from './released-program.js'

const [archive] = process.argv.slice(2)
const opt = mkdtempSync('/tmp/almanac-update-')
if (nobody.uid) chownSync(opt, nobody.uid, nobody.gid)
const link = join(opt, 'almanac')
const { run, serving, remove } = openProgram(join(link, 'almanac'), undefined, link)

/** Unpacks a version and lets the link point to it. */
function install(version) {
  const name = `almanac-${version}-linux`
  execFileSync('cp', ['--archive', '--link', archive, join(opt, name)])
  chmodSync(join(opt, name), 0o755)
  rmSync(link, { force: true })
  symlinkSync(name, link)
  return join(opt, name)
}

const events = base => fetch(`${base}/cal/events/v1/events?start_date=1970-01-01`).then(answer => answer.json())

try {
  const first = install('0.0.1')
  run('demo', '--count', '5')
  let total = 0
  await serving([], async base => {
    total = (await events(base)).total
    assert.ok(total >= 5)
  })
  install('0.0.2')
  await serving([], async (base, said) => {
    assert.equal((await events(base)).total, total)
    assert.doesNotMatch(said, /mv /)
  })
  assert.ok(existsSync(join(opt, 'almanac-data')))
  renameSync(join(opt, 'almanac-data'), join(first, 'data'))
  await serving([], async (base, said) => {
    assert.equal((await events(base)).total, total)
    assert.match(said, new RegExp(`mv ${first}/data ${opt}/almanac-data`))
  })
  console.log('An update of the archive finds the data.')
} finally {
  remove()
  execFileSync('find', [opt, '-type', 'd', '-exec', 'chmod', 'u+w', '{}', '+'])
  rmSync(opt, { recursive: true })
}
