import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openArchive } from '../../src/outside/archive/read-archive.ts'
import { archiveOf } from '../../src/outside/archive/write-archive.ts'

/** The files of a backup in a folder below another: a backup as earlier versions made them. */
export async function unpacked(zip: string, below: string): Promise<string> {
  const archive = await openArchive(zip)
  if (!archive) throw new Error(`${zip} is no archive.`)
  const folder = join(below, 'almanac-2026-01-01T00-00-00Z')
  for (const name of archive.names()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), await buffer(await archive.stream(name)))
  }
  archive.close()
  return folder
}

/** Such a folder as one file, with the manifest next to it. */
export async function packed(folder: string): Promise<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  async function* parts() {
    for (const file of files.filter(each => each.isFile())) {
      const path = join(file.parentPath, file.name)
      yield { name: path.slice(folder.length + 1), parts: () => createReadStream(path) }
    }
  }
  const bytes = await buffer(archiveOf(parts()))
  const facts = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const file = `${folder.slice(dirname(folder).length + 1)}.zip`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const described = { file, size: bytes.length, sha256, isEncrypted: false }
  writeFileSync(`${folder}.zip`, bytes)
  writeFileSync(`${folder}.json`, JSON.stringify({ ...facts, format: 2, packed: described }))
  return `${folder}.zip`
}
