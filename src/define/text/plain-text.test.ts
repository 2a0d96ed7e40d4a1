import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeHTMLStrict } from 'entities'
import fc from 'fast-check'
import { linear, markup, mixed } from '../../../test/support/hostile-texts.ts'
import { collapseSpaces, escapeLine, normalizeLine } from './markup.ts'

test('titles lose their markup and keep what it held', () => {
  const lines: [string, string][] = [
    ['HTML & <b>Bold</b> "Title"', 'HTML & Bold "Title"'],
    ['<script>alert(1)</script>Hi <i>there</i>', 'Hi there'],
    ['<SCRIPT src="x">a</Script >b<style>c</style>', 'b'],
    ['Café "Le <em>Monde</em>" & Bar', 'Café "Le Monde" & Bar'],
    ['<scr<b></b>ipt>x</script>y', 'y'],
    ['<<b>b>x</<i>b>', 'x'],
    ['&lt;img src=x onerror=y&gt;z', 'z'],
    ['a<script>never closed', 'a'],
  ]
  for (const [sent, normalized] of lines) assert.equal(normalizeLine(sent), normalized, sent)
})

test('quotes, dots, backslashes and angle brackets stay as typed', () => {
  for (const line of [
    `It's "so" ... & on`,
    'a\\b \\"c\\"',
    '<3 & 5 < 6 > 4',
    'x->y',
    '東京ドーム',
    '👩‍👧 day',
  ])
    assert.equal(normalizeLine(line), line)
})

test('entities are decoded once, white space collapsed, control characters removed', () => {
  assert.equal(normalizeLine('A &amp; B &#8211; &eacute;'), 'A & B – é')
  assert.equal(normalizeLine('A &amp;amp; B'), 'A &amp; B')
  assert.equal(normalizeLine('?a=1&copy=2'), '?a=1&copy=2')
  assert.equal(normalizeLine(' a\n\tb\u0000\u0007c \ud800'), 'a bc \ufffd')
  assert.equal(normalizeLine('<\u0001b>x'), 'x')
  assert.equal(normalizeLine('Quoi\u202f? \u00a0'), 'Quoi\u202f?')
})

test('a line without markup is stored as it would be next to markup', () => {
  const plain = mixed.filter(text => !/[&<]/.test(text))
  fc.assert(
    fc.property(plain, text => {
      assert.equal(normalizeLine(text), normalizeLine(`&${text}&`).slice(1, -1).trim())
      assert.equal(collapseSpaces(text), text.replace(/\s+/g, ' ').trim())
    }),
    { numRuns: 3000 },
  )
})

test('a shown line is never markup, and sent back it is kept as it was', () => {
  assert.equal(escapeLine('R&B <3 > 2'), 'R&amp;B &lt;3 &gt; 2')
  fc.assert(
    fc.property(markup, sent => {
      const normalized = normalizeLine(sent)
      assert.doesNotMatch(normalized, /<\/?[a-z][^>]*>/i)
      assert.doesNotMatch(escapeLine(normalized), /[<>]/)
      assert.equal(normalizeLine(escapeLine(normalized)), normalized)
      // sent back decoded, unless it speaks of entities
      if (!/&[#\w]/.test(normalized))
        assert.equal(normalizeLine(decodeHTMLStrict(escapeLine(normalized))), normalized)
    }),
    { numRuns: 2000 },
  )
})

test('hostile lines take no longer than honest ones', () => linear(normalizeLine))
