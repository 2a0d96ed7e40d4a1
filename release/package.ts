import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { browserScript } from '../src/web/shell/browser-source.ts'
import { prepareScalar, scalarFile } from '../src/web/shell/scalar.ts'
import { bundleService, external } from './bundle.ts'
import { lockOf } from './lock.ts'
import { repository } from './repository.ts'

const root = join(import.meta.dirname, '..')

/** Writes the npm package into a folder, as it is packed: everything that a clone builds has been built. `commit`: undefined where none is known. */
export async function writePackage(folder: string, commit: string | undefined) {
  const dist = join(folder, 'dist')
  const { packages, files } = await bundleService(dist)
  for (const file of files)
    cpSync(createRequire(import.meta.url).resolve(file), join(dist, 'files', basename(file)))
  writeBrowserScripts(join(dist, 'browser'))
  await writeScalar(join(dist, 'scalar'))
  buildScreens(join(dist, 'screens'))
  for (const path of [
    'src/web/styles',
    'bin',
    'LICENSE',
    'README.md',
    'README.fr.md',
    'CHANGELOG.md',
    // the README links to them
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'bench/results.md',
    'docs/en',
    'docs/fr',
  ])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  cpSync(join(root, 'release/package/program.js'), join(folder, 'bin/program.js'))
  // nothing is left to be done after an installation
  for (const name of ['slim.js', 'warm.js']) rmSync(join(folder, 'bin', name))
  chmodSync(join(folder, 'bin/almanac.js'), 0o755)
  writeFileSync(join(folder, 'NOTICE'), noticeOf(packages))
  const manifest = manifestOf(commit)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const lock = lockOf(manifest, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(lock, null, 2)}\n`)
}

/** Writes the scripts that the service joins for browsers, and the folders that they import from. */
function writeBrowserScripts(folder: string) {
  const web = join(root, 'src/web')
  const sources = globSync(
    ['{client,map,listing}/**/*.ts', '../sdk/*.ts', '../define/text/written-dates.ts'],
    {
      cwd: web,
      exclude: ['**/*.test.ts'],
    },
  )
  for (const source of sources) {
    const path = source.replace(/\.ts$/, '')
    const file = join(folder, `${path.replace('../', '')}.js`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, browserScript(path))
  }
}

async function writeScalar(folder: string) {
  const { plain, br, gzip } = await prepareScalar()
  mkdirSync(folder)
  for (const [ending, bytes] of Object.entries({ '': plain, '.br': br, '.gz': gzip }))
    writeFileSync(join(folder, `${scalarFile}${ending}`), bytes)
}

function buildScreens(folder: string) {
  const program = join(root, 'src/admin/prepare.ts')
  const { status, stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

function manifestOf(commit: string | undefined) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name, version, description, license, type, engines, bin, optionalDependencies } = own
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin,
    commit,
    repository,
    dependencies: Object.fromEntries(external.map(of => [of, own.dependencies[of]])),
    optionalDependencies,
  }
}

/** The licences of all packages that are in the files of ours. */
function noticeOf(packages: readonly string[]): string {
  const head = readFileSync(join(root, 'NOTICE'), 'utf8')
  const sections = packages.map(folder => {
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const name = relative(join(root, 'node_modules'), folder)
    const file = readdirSync(folder).find(each => /^licen[cs]e/i.test(each))
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
    return `${'-'.repeat(78)}\n${name} ${version} (${license})\n\n${text}\n`
  })
  return [head, ...sections].join('\n')
}
