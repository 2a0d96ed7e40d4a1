// npm run sdk:pack: writes the client as an npm package, plain JavaScript with types, into this folder or the one that is named.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import ts from 'typescript'
import { declarationsOf } from './declarations.ts'
import { repository } from './repository.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'src/sdk')
/** The files that the client shares with the service. */
const shared = ['text/language-table', 'text/written-dates'].map(name =>
  join(root, `src/define/${name}.ts`),
)
const program = ts.createProgram([join(source, 'client.ts')], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  declaration: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  types: ['node'],
})

const readme = `# almanac-client

A typed client of the Almanac events calendar. No dependencies; runs in browsers and in Node 20 and newer.

\`\`\`js
import { connect, plainText, whenOf } from 'almanac-client'

const calendar = connect('https://calendar.example.org/cal/events/v1', { language: 'en' })
const { items } = await calendar.events.list({ per_page: 5 })
for (const event of items) console.log(plainText(event.title), whenOf(event, 'en'))
\`\`\`

All functions are described in the documentation of Almanac, in docs/en/sdk.md and docs/fr/sdk.md.
`

const folder = mkdtempSync(join(tmpdir(), 'almanac-sdk-'))
try {
  const target = resolve(process.argv[2] ?? '.')
  mkdirSync(join(folder, 'dist'))
  for (const [name, text] of filesOf(program)) writeFileSync(join(folder, 'dist', name), text)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest(), null, 2))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'README.md'), readme)
  const npm = spawnSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) throw new Error(npm.stderr)
  console.log(join(target, npm.stdout.trim()))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The files of the package by name; types.d.ts spells out what the sources derive from the resources of the service. */
function filesOf(of: ts.Program): Map<string, string> {
  const files = new Map<string, string>()
  for (const file of of.getSourceFiles()) {
    if (!shared.includes(file.fileName) && !file.fileName.startsWith(`${source}/`)) continue
    const { diagnostics } = of.emit(file, (path, text) => {
      // imports of types keep the extension of the source
      const inFolder = text.replaceAll(
        /\.\.\/(?:define\/)?text\/(?=language-table\.|written-dates\.)/g,
        './',
      )
      files.set(basename(path), inFolder.replaceAll(/(from ["']\.\/[\w-]+)\.ts/g, '$1.js'))
    })
    if (diagnostics.length)
      throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})))
  }
  files.set('types.d.ts', declarationsOf(of, join(source, 'types.ts')))
  return files
}

function manifest() {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    name: 'almanac-client',
    version,
    description: 'A typed client of the Almanac events calendar, for browsers and Node.',
    license,
    repository,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './dist/client.d.ts', default: './dist/client.js' } },
    main: './dist/client.js',
    types: './dist/client.d.ts',
    files: ['dist'],
  }
}
