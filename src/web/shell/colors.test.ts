import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accentsOf, contrast } from './colors.ts'

test('any accent can be read on light and on dark pages', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map(n => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, accent => {
      const { light, dark } = accentsOf(accent)
      assert.ok(contrast(light, '#f5f6f7') >= 4.5 && contrast(light, '#ffffff') >= 4.5, light)
      assert.ok(contrast(dark, '#1d2125') >= 4.5 && contrast(dark, '#0d1114') >= 4.5, dark)
    }),
  )
})

test('an accent that can be read stays as it is', () => {
  assert.equal(accentsOf('#1d5a86').light, '#1d5a86')
})
