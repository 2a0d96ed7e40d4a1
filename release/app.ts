import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Platform, packArchive, platforms } from './archive.ts'
import { packDebian } from './debian.ts'
import { writePackage } from './package.ts'

// npm run release [-- --platform linux-x64 --to FOLDER]: writes what a release consists of. The same commit gives the same bytes.

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    to: { type: 'string', default: join(root, 'out') },
    platform: { type: 'string', multiple: true, default: Object.keys(platforms) },
  },
})
const to = resolve(values.to)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

function run(command: string, args: string[], cwd = root): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? stderr}`)
  return stdout.trim()
}

const isPlatform = (name: string): name is Platform => Object.hasOwn(platforms, name)
for (const name of values.platform)
  if (!isPlatform(name))
    throw new Error(`--platform is one of ${Object.keys(platforms).join(', ')}, not ${name}.`)
if (run('git', ['status', '--porcelain']) !== '')
  throw new Error('Commit your changes first: a release holds what is committed.')
const commit = run('git', ['rev-parse', 'HEAD'])
const time = run('git', ['log', '-1', '--format=%ct'])

rmSync(to, { recursive: true, force: true })
const work = join(to, 'work')
const folder = join(work, 'package')
mkdirSync(folder, { recursive: true })
await writePackage(folder, commit)
run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', to], folder)
run(process.execPath, [join(root, 'release/sdk.ts'), to])
for (const name of values.platform.filter(isPlatform)) {
  const unpacked = join(work, `almanac-${version}-${name}`)
  cpSync(folder, unpacked, { recursive: true })
  packArchive({ platform: name, folder: unpacked, to, time, run })
  packDebian({ platform: name, folder: unpacked, to, version, time, run })
}
const sbom = run('npm', ['sbom', '--omit=dev', '--sbom-format=spdx', '--package-lock-only'])
writeFileSync(join(to, 'sbom.spdx.json'), `${JSON.stringify(settled(JSON.parse(sbom)), null, 2)}\n`)
rmSync(work, { recursive: true })

const files = readdirSync(to).toSorted()
const sums = files.map(name => `${hashOf(readFileSync(join(to, name)))}  ${name}\n`)
writeFileSync(join(to, 'SHA256SUMS'), sums.join(''))
for (const name of [...files, 'SHA256SUMS']) console.log(join(to, name))

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Without the time and the random name of the run: with those of the commit. */
function settled(bill: { creationInfo: { created: string }; documentNamespace: string }) {
  const created = new Date(Number(time) * 1000).toISOString()
  const documentNamespace = `https://spdx.org/spdxdocs/almanac-${version}-${commit}`
  return { ...bill, documentNamespace, creationInfo: { ...bill.creationInfo, created } }
}
