import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { openDataFolder, serve } from '../../src/main.ts'
import { almanac } from '../cli/command.ts'
import { ofNoMachine } from '../support/of-no-machine.ts'
import { settingsFor } from '../support/service.ts'
import { type Block, blocksOf, languages, read, root } from './pages.ts'

/**
 * Pages whose commands begin with an empty calendar; the other ones begin with the example and an administrator. The French ones have
 * the same commands (`twins.test.ts`), with names of their own: each starts the program, so they are run once.
 */
const first = ['README.md', 'docs/en/getting-started.md', 'docs/en/accounts.md']
const later = ['languages', 'sdk', 'lists', 'writing', 'feeds', 'pages', 'changes', 'mcp'].flatMap(
  inBoth,
)

/** A page in each language whose code differs: what it asks for has other slugs and words there. */
function inBoth(name: string): string[] {
  const pages = languages.map(language => `docs/${language}/${name}.md`)
  const codes = pages.map(page => JSON.stringify(blocksOf(read(page)).filter(isRun)))
  return pages.filter((_, at) => codes.indexOf(codes[at] ?? '') === at)
}

function isRun({ language }: Block): boolean {
  return language === 'sh' || language === 'ts'
}

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const isEquipped = has('bash', '--version') && has('curl', '--version')

const env = {
  PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  ...ofNoMachine,
  ALMANAC_LANG: 'en',
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
}

/** Without jq its input passes through; npm and npx are tried elsewhere. */
const prelude = `
set -eu -o pipefail
npm() { :; }
npx() { :; }
# the commands of all pages run in one process, each in the folder and with the variables of its page
node() {
  [ "$1" = bin/almanac.js ] || { command node "$@"; return; }
  shift
  local status
  status=$(printf '%s\\0' "$PWD" "$@" | command curl -sS --data-binary @- "$COMMANDS")
  cat .out
  cat .err >&2
  return "$status"
}
curl() { command curl -sS --fail-with-body "$@"; }
refused() { if "$@"; then echo "not refused: $*"; return 1; fi; }
command -v jq > /dev/null || jq() { cat; }
`

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const administrator = 'node bin/almanac.js users add admin --role administrator --token first'
const demo = 'node bin/almanac.js --quiet demo --count 12'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Runs a command of a page in the process that all commands share; answers with its exit code. */
const commands = createServer(async (request, response) => {
  const [cwd = '', ...args] = (await text(request)).split('\0').slice(0, -1)
  const { code, out, err } = await almanac(args, { cwd, env: { ALMANAC_LANG: 'en' } })
  for (const [name, printed] of Object.entries({ out, err }))
    writeFileSync(join(cwd, `.${name}`), printed)
  response.end(String(code))
})
after(() => commands.close())

let example = ''
/** Of the administrator of the example. */
let token = ''
before(async () => {
  if (!isEquipped) return
  await new Promise<void>(listening => commands.listen(0, '127.0.0.1', listening))
  example = newFolder()
  await succeeds(example, `${prelude}\n${demo}\n${administrator}`)
  const { accounts, close } = await openDataFolder(settingsFor(join(example, 'data')))
  token = (await accounts.issue({ login: 'admin', form: 'bearer', name: 'pages' })).secret
  await close()
})

for (const name of [...first, ...later]) {
  test(`the commands of ${name} work in order`, { skip: !isEquipped }, () => runs(name))
}

/** Like the repository, but with a data folder of its own. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-pages-'))
  folders.push(folder)
  for (const part of ['bin', 'src', 'node_modules'])
    symlinkSync(join(root, part), join(folder, part), 'junction')
  return folder
}

/** Runs a page from its first command to its last. Those that begin with an empty calendar make their own token. */
async function runs(name: string) {
  const folder = newFolder()
  const data = join(folder, 'data')
  if (later.includes(name)) cpSync(join(example, 'data'), data, { recursive: true })
  writeFileSync(join(folder, 'poster.jpg'), dot)
  const service = await serve(settingsFor(data, { timezone: 'Europe/Paris' }))
  try {
    const blocks = blocksOf(read(name))
    const script = [prelude, ...blocks.map(asScript).filter(Boolean)].join('\n')
    await succeeds(folder, script.replaceAll('http://localhost:8080', service.address))
    await runsAsModule(folder, blocks, service.address)
  } finally {
    await service.close()
  }
}

/** A command is to be refused where its comment is the status of an error. */
function asScript({ language, code }: Block): string {
  if (language !== 'sh') return ''
  return code
    .replaceAll('node bin/almanac.js demo\n', `${demo}\n`)
    .replace(/^(?=curl (?:.*\\\n)*.* # 4\d\d$)/gm, 'refused ')
}

/** The TypeScript of a page is one program, without the parts that import packages that are not here. */
async function runsAsModule(folder: string, blocks: Block[], address: string) {
  const code = blocks
    .filter(({ language, code }) => language === 'ts' && !code.includes("from 'openapi-fetch'"))
    .map(({ code }) => code)
  if (code.length === 0) return
  writeFileSync(
    join(folder, 'example.ts'),
    code.join('\n').replaceAll('http://localhost:8080', address),
  )
  await succeeds(folder, 'node example.ts')
}

function succeeds(cwd: string, script: string): Promise<void> {
  const { port } = commands.address() as AddressInfo
  const more = { TOKEN: token, COMMANDS: `http://127.0.0.1:${port}` }
  const child = spawn('bash', ['--norc', '-c', script], { cwd, env: { ...env, ...more } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      printed = (printed + text).slice(-1500)
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve() : reject(new Error(`${code}: ${printed}`))))
  })
}
