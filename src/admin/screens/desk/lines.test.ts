import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, viewOf } from '../records/view.ts'
import { ownLines, sharedLines, type TableLine } from './lines.ts'

test('each line is a view that its table can show, written as the table writes it', () => {
  const lines: TableLine[] = [...Object.values(sharedLines).flat(), ...ownLines]
  for (const { view } of lines) assert.equal(addressOf(viewOf(view)), `?${view}`)
})
