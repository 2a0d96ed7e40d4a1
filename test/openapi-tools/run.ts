// Runs generators and validators of OpenAPI on the documents of a service, compiles the clients that come out with
// `tsc --strict`, and lets them list, read and create. `npm run openapi:tools [-- --keep FOLDER] [tool …]`: tools are installed
// in a temporary folder, or in FOLDER, which stays for the next time.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { documentsOf } from '../support/openapi-document.ts'
import { type Service, startService } from '../support/service.ts'
import { type Tool, tools } from './tools.ts'

const { values, positionals } = parseArgs({
  options: { keep: { type: 'string' } },
  allowPositionals: true,
})
const folder = values.keep ? resolve(values.keep) : mkdtempSync(join(tmpdir(), 'almanac-tools-'))
const exec = promisify(execFile)

type Outcome = { ok: true; output: string } | { ok: false; output: string }

const run = (program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
  exec(program, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8, timeout: 300_000 })

const node = (args: string[], cwd: string, env?: NodeJS.ProcessEnv) =>
  run(process.execPath, args, cwd, env)

const folderOf = ({ name, packages }: Tool) =>
  join(folder, `${name}-${packages[name]}`.replace(/[@/]/g, ''))

async function install(tool: Tool): Promise<string> {
  const at = folderOf(tool)
  if (existsSync(join(at, 'node_modules'))) return at
  mkdirSync(at, { recursive: true })
  const overrides = tool.packages.typescript ? { typescript: tool.packages.typescript } : {}
  writeFileSync(
    join(at, 'package.json'),
    JSON.stringify({ private: true, dependencies: tool.packages, overrides }),
  )
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], at)
  return at
}

/** The program behind a command of an installed package. */
function binary(at: string, name: string, { packages }: Tool): string {
  for (const each of Object.keys(packages)) {
    const home = join(at, 'node_modules', each)
    const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    const file = typeof bin === 'string' && each.endsWith(name) ? bin : bin?.[name]
    if (file) return join(home, file)
  }
  throw new Error(`No package brings ${name}.`)
}

const compilerOptions = {
  strict: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'commonjs',
  moduleResolution: 'bundler',
  esModuleInterop: true,
  types: [],
  rootDir: '.',
  outDir: 'js',
  noEmitOnError: true,
}

async function attempt(tool: Tool, at: string, document: string, service: Service, token: string) {
  const root = service.root.plain
  const out = join(at, `out-${document}`)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  const file = join(folder, `${document}.json`)
  if (tool.program) {
    const program = join(at, 'program.mjs')
    writeFileSync(program, tool.program)
    return (await node([program, file], at)).stdout.trim()
  }
  if (tool.config) writeFileSync(join(at, 'config.mjs'), tool.config(file, out, root))
  const [name = '', ...args] = tool.command?.(file, out) ?? []
  await node([binary(at, name, tool), ...args], at)
  writeFileSync(join(out, 'client.ts'), tool.client ?? '')
  writeFileSync(
    join(out, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['client.ts'] }),
  )
  await node([join(at, 'node_modules/typescript/bin/tsc'), '-p', '.'], out)
  const { stdout } = await node([join(out, 'js/client.js')], out, { ROOT: root, TOKEN: token })
  return stdout.trim()
}

async function judged(work: Promise<string>): Promise<Outcome> {
  try {
    return { ok: true, output: await work }
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Record<string, string>
    return { ok: false, output: `${stdout}${stderr}`.trim() || String(message) }
  }
}

async function main() {
  const outcomes: boolean[] = []
  const rows: string[] = []
  for (const tool of tools.filter(
    ({ name }) => !positionals.length || positionals.includes(name),
  )) {
    const cells: string[] = []
    const installed = await judged(install(tool))
    if (!installed.ok) {
      // the others are tried all the same
      outcomes.push(false)
      console.error(`${tool.name} cannot be installed: ${installed.output.slice(0, 3000)}`)
      rows.push(`| ${tool.name} ${tool.packages[tool.name]} |${' not installed |'.repeat(4)}`)
      continue
    }
    const at = installed.output
    const service = await startService()
    try {
      const documents = await documentsOf(service)
      const token = (await service.bearer('administrator', {})).authorization.slice(7)
      for (const [name, document] of Object.entries(documents)) {
        writeFileSync(join(folder, `${name}.json`), JSON.stringify(document))
        const outcome = await judged(attempt(tool, at, name, service, token))
        outcomes.push(outcome.ok)
        cells.push(outcome.ok ? 'yes' : 'no')
        console.error(`${tool.name} ${name}: ${outcome.output.slice(0, 3000)}`)
      }
    } finally {
      await service.close()
    }
    rows.push(`| ${tool.name} ${tool.packages[tool.name]} | ${cells.join(' | ')} |`)
  }
  console.log(`Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}\n`)
  console.log('| Tool | en 3.1 | en 3.0 | fr 3.1 | fr 3.0 |\n|---|---|---|---|---|')
  console.log(rows.join('\n'))
  if (!values.keep) rmSync(folder, { recursive: true, force: true })
  process.exit(outcomes.every(Boolean) ? 0 : 1)
}

await main()
