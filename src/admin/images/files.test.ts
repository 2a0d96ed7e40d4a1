import assert from 'node:assert/strict'
import { test } from 'node:test'
import { droppedFiles, pastedFiles } from './files.ts'

const image = new File(['…'], 'trumpet.png', { type: 'image/png' })
const text = new File(['…'], 'notes.txt', { type: 'text/plain' })

test('pasting takes images, and leaves text to the input', () => {
  const pasted = (...files: File[]) => pastedFiles({ files })
  assert.deepEqual(pasted(text, image), [image])
  assert.deepEqual(pasted(text), [])
  assert.deepEqual(pastedFiles(null), [])
})

test('dropping takes files of any type: the server checks them', async () => {
  const file = (of: File) => ({ kind: 'file', getFile: async () => of })
  const items = [{ kind: 'text' }, file(image), { kind: 'directory' }, file(text)]
  assert.deepEqual(await droppedFiles(items), [image, text])
  assert.deepEqual(await droppedFiles([]), [])
})
