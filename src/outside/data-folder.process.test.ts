import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
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
