import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { prepareFolder } from './data-folder.ts'
// it changes the umask
import '../../test/support/own-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-folder-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a file in the place of the images folder is named as what is wrong', () => {
  const uploads = join(folder, 'uploads')
  writeFileSync(uploads, '')
  assert.throws(() => prepareFolder(folder), {
    code: 'FOLDER_EEXIST',
    params: { dataFolder: uploads },
  })
})

test('processes that create the same folders at once do not hinder each other', async () => {
  const together = join(folder, 'together')
  const module = new URL('data-folder.ts', import.meta.url).href
  const program = `
    const { prepareFolder } = await import(${JSON.stringify(module)})
    for (let n = 0; n < 600; n++) prepareFolder(${JSON.stringify(together)} + n, false)`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  await Promise.all([run(), run(), run()])
})
