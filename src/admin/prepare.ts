import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { codeOf } from '../define/base/objects.ts'
import { forms } from './forms/model.ts'

// A process of its own: `node src/admin/prepare.ts FOLDER` builds the app and stores it there, whole or not at all. The file
// `app.json` says what pages load.

/** A file of the built app: `isEntry` is one that pages load, of the screens or with a map; `isStyle` one that the screens link. */
type BuiltFile = { name: string; isEntry: boolean; isStyle: boolean; body: Buffer }

/**
 * The app for browsers, from this folder, and the script of public maps, whose readers load as few files as can be: takes some
 * seconds and some 300 MB, so servers do it in a process of its own.
 */
async function buildAdmin(): Promise<BuiltFile[]> {
  const screens = await builtFrom('admin', 'screens/main.tsx')
  return [...screens, ...(await builtFrom('map', '../web/client/map.ts'))]
}

/**
 * Small modules that four screens or more share are in one file. Otherwise each set of screens gets a file with what it shares: the first
 * screen loads 59 scripts instead of some 25, and 2 % more bytes. Of the sizes tried, this one makes it lightest.
 */
const smallModules = { name: 'common', minShareCount: 4, maxModuleSize: 2300 }

async function builtFrom(name: 'admin' | 'map', path: string): Promise<BuiltFile[]> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    // chunks name each other relative to themselves: the app is at whatever path the site has
    base: './',
    plugins: [formsModule],
    build: {
      write: false,
      target: 'es2023',
      cssCodeSplit: false,
      modulePreload: name === 'admin' && { polyfill: false },
      rolldownOptions: {
        input: { [name]: `${import.meta.dirname}/${path}` },
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: `${name}-[hash].js`,
          assetFileNames: `${name}-[hash][extname]`,
          ...(name === 'admin' && { codeSplitting: { groups: [smallModules] } }),
        },
      },
    },
  })
  const outputs = [built].flat().flatMap(each => ('output' in each ? each.output : []))
  return outputs.map(file => ({
    name: file.fileName,
    isEntry: file.type === 'chunk' && file.isEntry,
    isStyle: file.fileName.endsWith('.css'),
    body: Buffer.from(file.type === 'chunk' ? file.code : file.source),
  }))
}

/** `virtual:forms`: the forms as the definitions of the fields say, as data. */
const formsModule: Plugin = {
  name: 'forms',
  resolveId: id => (id === 'virtual:forms' ? '\0forms' : undefined),
  load: id => (id === '\0forms' ? `export const forms = ${JSON.stringify(forms)}` : undefined),
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('prepare.ts takes the folder that the app goes to.')

const files = await buildAdmin()
const own = `${folder}-${process.pid}`
mkdirSync(own, { recursive: true })
try {
  for (const { name, body } of files) {
    writeFileSync(join(own, name), body)
    writeFileSync(join(own, `${name}.br`), brotliCompressSync(body))
    writeFileSync(join(own, `${name}.gz`), gzipSync(body, { level: 9 }))
  }
  const entry = (of: string) => files.find(({ name, isEntry }) => isEntry && name.startsWith(of))
  const app = {
    script: entry('admin-')?.name,
    map: entry('map-')?.name,
    styles: files.filter(({ isStyle }) => isStyle).map(({ name }) => name),
    files: files.map(({ name }) => name),
  }
  writeFileSync(join(own, 'app.json'), JSON.stringify(app))
  renameSync(own, folder)
} catch (error) {
  rmSync(own, { recursive: true, force: true })
  // another process may have been faster
  if (codeOf(error) !== 'ENOTEMPTY') throw error
}
