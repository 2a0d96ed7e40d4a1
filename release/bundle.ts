import { basename, join, relative } from 'node:path'
import { build, type Plugin, type PluginContext } from 'rolldown'

const root = join(import.meta.dirname, '..')

/** Packages with machine code: the package of Almanac depends on them. All others are in its files. */
export const external = ['sharp', '@node-rs/argon2']

/** The replacements of source files in the package: it contains in built form what a clone builds. */
const inPackage = new Map(
  [
    'src/web/editors/app-folders.ts',
    'src/web/shell/browser-source.ts',
    'src/web/shell/scalar.ts',
  ].map(path => [join(root, path), join(root, 'release/package', basename(path))]),
)

/** Files of packages that the service reads when it runs. */
const read = new Set<string>()

/** Writes the service into a folder, in few files; returns the folders of packages that are in them, and files that they read. */
export async function bundleService(folder: string) {
  const { output } = await build({
    input: { main: join(root, 'src/cli/main.ts') },
    cwd: root,
    platform: 'node',
    external,
    checks: { ineffectiveDynamicImport: false },
    plugins: [places, starts],
    transform: { target: 'node24' },
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: { groups: [{ debugName: 'starts', name: id => startOf.get(id) ?? null }] },
    },
  })
  const modules = output.flatMap(each => (each.type === 'chunk' ? each.moduleIds : []))
  const packages = modules.flatMap(id => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [])
  return { packages: [...new Set(packages)].toSorted(), files: [...read] }
}

const threads = /new URL\(\s*'(\.\.?\/[\w/-]+)\.ts',\s*import\.meta\.url\s*\)/g
const required = /createRequire\(import\.meta\.url\)\('([\w@/.-]+)'\)/g
const files = /createRequire\(import\.meta\.url\)\.resolve\('([^']+)'\)/g

/** Stands for the place of the built file, until all others have been replaced. */
const url = 'BUILT_FILE'
const modules = 'process.getBuiltinModule'

/**
 * Files of the package lie elsewhere than their sources: those that run in threads and processes of their own, or are loaded on demand, become a file
 * next to `main.js`, and all other paths lead to where the source would be in the package.
 */
const places: Plugin = {
  name: 'places',
  async resolveId(id, importer, options) {
    if (id.startsWith('required:')) return `\0${id}`
    const resolved = await this.resolve(id, importer, { ...options, skipSelf: true })
    return (resolved && inPackage.get(resolved.id)) || resolved
  },
  load(id) {
    const [, name] = /^\0required:(.*)/.exec(id) ?? []
    return name && `import all from '${name}'\nexport { all as 'module.exports' }`
  },
  transform(code, id) {
    if (!id.startsWith(join(root, 'src')) || !code.includes('import.meta')) return undefined
    const own = (module: string, name: string) =>
      `'./${this.getFileName(this.emitFile({ type: 'chunk', id: module, fileName: name }))}'`
    const place = `new URL('../${relative(root, id)}', ${url})`
    return code
      .replaceAll(
        threads,
        (_, path) =>
          `new URL(${own(join(id, '..', `${path}.ts`), `${basename(path)}.js`)}, ${url})`,
      )
      .replaceAll(
        required,
        (_, name) => `createRequire(${url})(${own(`required:${name}`, `${name}.js`)})`,
      )
      .replaceAll(files, (_, name) => {
        read.add(name)
        return `new URL('./files/${basename(name)}', ${url})`
      })
      .replace(/new URL\(\s*'[^']*\.ts'/, resolvedUrl => {
        throw new Error(`${id}: ${resolvedUrl} is no file of the package.`)
      })
      .replaceAll('import.meta.url', `${place}.href`)
      .replaceAll(
        'import.meta.dirname',
        `${modules}('node:path').dirname(${modules}('node:url').fileURLToPath(${place}))`,
      )
      .replaceAll(url, 'import.meta.url')
  },
}

/** Modules that are loaded together are in one file: Node takes longer to find a module than to compile it. */
const together = {
  service: ['src/cli/main.ts', 'src/cli/serve.ts', 'src/workers.ts', 'src/main.ts'],
  web: ['src/web/site/web.ts'],
}
const startOf = new Map<string, string>()

const starts: Plugin = {
  name: 'starts',
  buildEnd() {
    startOf.clear()
    for (const [name, paths] of Object.entries(together))
      for (const path of paths) takeImports(this, join(root, path), name)
  },
}

function takeImports(context: PluginContext, id: string, name: string) {
  if (startOf.has(id)) return
  startOf.set(id, name)
  for (const each of context.getModuleInfo(id)?.importedIds ?? []) takeImports(context, each, name)
}
