import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messages as shared } from '../../messages.ts'
import { messages } from './messages.ts'

test('the window that asks before an import is undone has two different words', () => {
  for (const language of ['en', 'fr'] as const)
    assert.ok(!messages.undo[language].startsWith(shared.cancel[language]))
})
