// npm runs this after an installation: every file is compiled once and kept, so that already the first start is fast and small,
// also if the service may not write to the folder of its packages. Nothing depends on it, so it never fails.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isNewEnough, keepCompiled } from './compiled.js'

const bin = dirname(fileURLToPath(import.meta.url))

try {
  serveOnce()
  if (isNewEnough) await loadTheRest()
} catch {
  // the first start does it
}

/** Reads and writes of a small example: Node caches the functions that have run, which are those a service needs. */
function serveOnce() {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('ALMANAC_'))
  spawnSync(
    process.execPath,
    [join(bin, 'almanac.js'), 'demo', '--count', '1', '--data-folder', folder],
    { cwd: folder, env: Object.fromEntries(env), stdio: 'ignore', timeout: 60_000 },
  )
  rmSync(folder, { recursive: true, force: true })
}

async function loadTheRest() {
  keepCompiled()
  // not in every Node that may install
  const { globSync } = await import('node:fs')
  const source = join(bin, '..', 'src')
  const load = file => import(pathToFileURL(join(source, file)).href)
  // files that only a thread can run have been compiled all the same; those for browsers, Leaflet among them, fail here
  const exclude = ['**/*.test.ts', 'admin/**', 'web/client/**']
  for (const file of globSync('**/*.ts', { cwd: source, exclude })) await load(file).catch(() => {})
  const { prepareScalar } = await load('web/shell/scalar.ts')
  await prepareScalar()
  const { prepareApp } = await load('web/editors/app.ts')
  await prepareApp()
}
