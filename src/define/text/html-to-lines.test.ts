import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { paragraphs } from '../../define/text/html.ts'
import { htmlToLine, htmlToLines } from './html-to-lines.ts'

const rows: [html: string, text: string][] = [
  ['', ''],
  ['Plain &amp; simple', 'Plain & simple'],
  ['<p>One</p>\n<p>Two<br />\nthree</p>', 'One\n\nTwo\nthree'],
  ['<ul><li>a</li><li>b</li></ul><p>c</p>', '• a\n• b\n\nc'],
  [
    '<p>See <a href="https://x.example/?a=1&amp;b=2">the site</a>.</p>',
    'See the site (https://x.example/?a=1&b=2).',
  ],
  ['<a href="https://x.example/">https://x.example/</a>', 'https://x.example/'],
  ['<a href="mailto:a@x.example">write</a>', 'write'],
  ['<p>à 20\u00a0h   <b>pile</b></p>', 'à 20\u00a0h pile'],
  ['<h2>Title</h2><div><div><p>Text</p></div></div>', 'Title\n\nText'],
  ['3 &lt; 5', '3 < 5'],
]

test('HTML is text with its lines', () => {
  for (const [html, text] of rows) assert.equal(htmlToLines(html), text)
})

test('a summary has headings and list items apart, and no URLs', () => {
  const rows: [html: string, text: string][] = [
    ['', ''],
    ['<p>One.</p><p>Two</p>', 'One. Two'],
    [
      '<h2>Title</h2><p>A list: </p><ul><li>first</li><li>second.</li></ul><p>See <a href="https://x.example/">here</a>.</p>',
      'Title · A list: first · second. See here.',
    ],
  ]
  for (const [html, text] of rows) assert.equal(htmlToLine(html), text)
})

test('text typed in lines keeps them', () => {
  assert.equal(htmlToLines(paragraphs('One\ntwo\n\nthree')), 'One\ntwo\n\nthree')
})

test('any HTML gives a text without empty ends, and never two empty lines', () => {
  const tags = [
    '<p>',
    '</p>',
    '<br>',
    '<li>',
    '<a href="https://x.example">',
    '</a>',
    '<',
    ' ',
    '\n',
    'a',
  ]
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...tags), fc.string())), parts => {
      const text = htmlToLines(parts.join(''))
      assert.equal(text, text.trimEnd())
      assert.ok(!text.includes('\n\n\n'))
    }),
  )
})
