import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneLetterOff } from './one-letter-off.ts'

test('a letter may be changed, missing, too many or swapped with its neighbour, and no more', () => {
  for (const written of ['exibition', 'exhibitiom', 'exhibittion', 'exhibiiton', 'xhibition'])
    assert.ok(isOneLetterOff(written, 'exhibition'), written)
  for (const written of ['exhibition', 'exibitiom', 'hexibition', 'exhibi', ''])
    assert.ok(!isOneLetterOff(written, 'exhibition'), written)
})
