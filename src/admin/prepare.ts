import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { codeOf } from '../define/base/objects.ts'
import { buildAdmin } from './build.ts'

// A process of its own: `node src/admin/prepare.ts FOLDER` builds the app and stores it there, whole or not at all. The file
// `app.json` says what pages load.

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
