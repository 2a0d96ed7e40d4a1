import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { serve } from '../../src/main.ts'
import { settingsFor } from '../support/service.ts'
import { type Block, blocksOf, read, root } from './pages.ts'

const pages = [
  'README.md',
  ...['getting-started.md', 'accounts.md', 'languages.md', 'sdk.md'].map(name => `docs/en/${name}`),
  'README.fr.md',
  ...['getting-started.md', 'accounts.md', 'languages.md', 'sdk.md'].map(name => `docs/fr/${name}`),
]

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const isEquipped = has('bash', '--version') && has('curl', '--version')

for (const name of pages) {
  test(`the commands of ${name} work in order`, { skip: !isEquipped }, () => inCalendar(name))
}

/** Runs a page against a new calendar that has the example and, where the page makes none, an administrator. */
async function inCalendar(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-pages-'))
  const place = { cwd: folder, env: surroundings() }
  // as in the repository, but with a data folder of its own
  for (const part of ['bin', 'src']) symlinkSync(join(root, part), join(folder, part), 'junction')
  const service = await serve(settingsFor(join(folder, 'data'), { timezone: 'Europe/Paris' }))
  try {
    const page = read(name)
    const blocks = blocksOf(page)
    const isFirst = page.includes('users add admin')
    if (!isFirst) await succeeds(place, `${administrator}\n${example}`)
    const script = [prelude, ...blocks.map(asScript).filter(Boolean)].join('\n')
    await succeeds(place, script.replaceAll('http://localhost:8080', service.address))
    await runsAsModule(place, blocks, service.address)
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const administrator = 'node bin/almanac.js users add admin --role administrator --token first'
const example = 'node bin/almanac.js --quiet demo --count 40'

/** Without jq its input passes through; npm and npx are tried elsewhere. */
const prelude = `
set -eu -o pipefail
npm() { :; }
npx() { :; }
curl() { command curl --fail-with-body "$@"; }
refused() { if "$@"; then echo "not refused: $*"; return 1; fi; }
command -v jq > /dev/null || jq() { cat; }
`

/** Where an error follows as JSON, the command before it is one that is refused. */
function asScript({ language, code }: Block, at: number, all: Block[]): string {
  if (language !== 'sh') return ''
  const short = code.replaceAll('almanac.js demo\n', 'almanac.js --quiet demo --count 40\n')
  const next = all[at + 1]
  const isRefused = next?.language === 'json' && next.code.startsWith('{\n  "code": ')
  return isRefused ? short.replace(/^curl/m, 'refused curl').replace(/ \| jq$/m, '') : short
}

/** TypeScript of a page is one program; what imports packages that are not here is left out. */
async function runsAsModule(place: Place, blocks: Block[], address: string) {
  const code = blocks
    .filter(({ language, code }) => language === 'ts' && !code.includes("from 'openapi-fetch'"))
    .map(({ code }) => code)
  if (code.length === 0) return
  writeFileSync(join(place.cwd, 'poster.jpg'), dot)
  writeFileSync(
    join(place.cwd, 'example.ts'),
    code.join('\n').replaceAll('http://localhost:8080', address),
  )
  const token = 'export TOKEN=$(node bin/almanac.js tokens create --user admin --name module)'
  await succeeds(place, `set -eu\n${token}\nnode example.ts`)
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Place = { cwd: string; env: Record<string, string> }

const surroundings = () => ({
  PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  ALMANAC_LANG: 'en',
})

function succeeds({ cwd, env }: Place, script: string): Promise<void> {
  const child = spawn('bash', ['--norc', '-c', script], { cwd, env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      printed = (printed + text).slice(-4000)
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve() : reject(new Error(`${code}: ${printed}`))))
  })
}
