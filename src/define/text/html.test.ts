import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeHTMLStrict } from 'entities'
import fc from 'fast-check'
import { anyText } from '../../../test/support/any-text.ts'
import { linearIn } from '../../../test/support/growth.ts'
import { linear, markup } from '../../../test/support/hostile-texts.ts'
import { cleanHtml, htmlToText, paragraphs } from './html.ts'
import { collapsedText, pieces } from './markup.ts'
import { isBlock } from './paragraphs.ts'
import { playersAsLinks } from './videos.ts'

test('honest markup is kept', () => {
  for (const html of [
    '<p>Famous <strong>jazz</strong> club.</p>',
    'Short <em>excerpt</em>',
    '<a href="https://x.example/?a=1&amp;b=2" rel="nofollow" target="_blank">l</a>',
    '<a href="mailto:a@b.example">m</a> <a href="tel:+33">t</a> <a href="/local">r</a>',
    '<figure><img src="https://x.example/a.png" alt="a" width="1" height="2" /><figcaption>c</figcaption></figure>',
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    '<dl><dt>a</dt><dd>b</dd></dl>',
    '<h2 class="x">T</h2><blockquote>q</blockquote><pre>a\n  b</pre><hr />',
    'a\nb\n\nc "q" -- d...',
  ])
    assert.equal(cleanHtml(html), html)
})

test('markup that could run or deceive is removed, whatever the role of its author', () => {
  const sent: [string, string][] = [
    ['Nice <script>alert(1)</script> place', 'Nice  place'],
    ['<style>p{}</style><SCRIPT src=x>a</SCRIPT>b<script>never closed', 'b'],
    [
      '<p onclick="x()">keep</p><a href="javascript:x">l</a><iframe src="//x"></iframe>',
      '<p>keep</p><a>l</a>',
    ],
    ['<a href="&#106;ava\tscript:x">l</a>', '<a>l</a>'],
    ['<img src="data:image/svg+xml;base64,x"><img src=x onerror=y>', '<img src="x" />'],
    ['<p style="position:fixed">a</p><style>p{}</style>', '<p>a</p>'],
    ['<form action="/x"><input name="a">b</form><object data="x"></object>', 'b'],
    ['a <!-- c --> b', 'a  b'],
    ['A & B < C', 'A &amp; B &lt; C'],
    ['a\r\nb\u0000\u0008', 'a\nb'],
  ]
  for (const [html, cleaned] of sent) assert.equal(cleanHtml(html), cleaned)
})

test('cleaning twice changes nothing, and nothing unsafe gets through', () => {
  fc.assert(
    fc.property(markup, html => {
      const clean = cleanHtml(html)
      assert.equal(cleanHtml(clean), clean)
      assert.doesNotMatch(clean, /<\s*(script|iframe|style|svg|math|form|object|embed)\b/i)
      assert.doesNotMatch(clean, /<[^>]*\s(on\w+|style)\s*=/i)
      assert.doesNotMatch(clean, /(href|src)="\s*(javascript|data):/i)
    }),
    { numRuns: 2000 },
  )
})

test('plain text gets paragraphs and line breaks', () => {
  const texts: [string, string][] = [
    ['', ''],
    [' \n\n ', ''],
    ['a\nb\n\nc', '<p>a<br />\nb</p>\n<p>c</p>'],
    ['a<br>\nb<br /><br />c', '<p>a<br />\nb</p>\n<p>c</p>'],
    ['<b>ex</b> &amp; more', '<p><b>ex</b> &amp; more</p>'],
    ['a\n\n\n\n b ', '<p>a</p>\n<p>b</p>'],
    ['<b>a\n\nb</b>', '<p><b>a<br />\n<br />\nb</b></p>'],
    ['x <img src="a" />', '<p>x <img src="a" /></p>'],
  ]
  for (const [text, output] of texts) assert.equal(paragraphs(text), output)
})

test('blocks stay as they are', () => {
  const texts: [string, string][] = [
    ['<p>d</p>', '<p>d</p>'],
    ['<p class="x">a\nb</p>\n\n<p>c</p>', '<p class="x">a<br />\nb</p>\n<p>c</p>'],
    [
      'before\n<ul>\n<li>a</li>\n</ul>\nafter',
      '<p>before</p>\n<ul>\n<li>a</li>\n</ul>\n<p>after</p>',
    ],
    ['<pre>a\n\n b</pre>', '<pre>a\n\n b</pre>'],
    ['<blockquote>q</blockquote>', '<blockquote><p>q</p></blockquote>'],
    ['<div>a</div>', '<div>a</div>'],
    ['<div>a\n\nb</div>', '<div><p>a</p>\n<p>b</p></div>'],
    ['<a href="x"><figure>f</figure></a>', '<a href="x"><figure>f</figure></a>'],
    ['<h2>T</h2>\ntext<hr />', '<h2>T</h2>\n<p>text</p>\n<hr />'],
  ]
  for (const [text, output] of texts) assert.equal(paragraphs(text), output)
})

test('adding paragraphs twice changes nothing, stays safe, and loses no word', () => {
  fc.assert(
    fc.property(markup, html => {
      const clean = cleanHtml(html)
      const output = paragraphs(clean)
      assert.equal(paragraphs(output), output)
      assert.equal(htmlToText(output).replace(/\s/g, ''), htmlToText(clean).replace(/\s/g, ''))
      // what a browser would repair is repaired already
      assert.equal(htmlToText(cleanHtml(output)), htmlToText(output))
    }),
    { numRuns: 2000 },
  )
  fc.assert(fc.property(anyText(), text => void paragraphs(text)))
})

test('the words of a description are read without its markup', () => {
  assert.equal(
    htmlToText('<p>a<br />\nb</p><p>c <b>d</b>e &amp; f&nbsp;g</p>'),
    'a b c de & f\u00a0g',
  )
  assert.equal(htmlToText('5 &lt; 6'), '5 < 6')
})

test('words are the text between tags, and block elements separate them', () => {
  fc.assert(
    fc.property(markup, html => {
      const words = pieces(html).map(piece => {
        if (piece.kind === 'text') return piece.source
        return isBlock(piece.name) || piece.name === 'br' ? ' ' : ''
      })
      assert.equal(htmlToText(html), collapsedText(decodeHTMLStrict(words.join(''))))
    }),
    { numRuns: 2000 },
  )
})

test('hostile descriptions take no longer than honest ones', async () => {
  await linear(cleanHtml, 60_000)
  await linear(cleanHtml)
  await linear(paragraphs)
  await linear(htmlToText)
  await linear(playersAsLinks)
})

test('many players before one end are searched once, not each for itself', async () => {
  const nested = (count: number) =>
    `${'<video>'.repeat(count)}${'<source'.repeat(count)}</video>`.repeat(4)
  await linearIn(344, nested, playersAsLinks)
  const spellings = ['VIDEO', 'Video'].map(
    name => `<${name}><source src="https://x.example/a.mp4"></${name}>`,
  )
  for (const html of spellings)
    assert.equal(
      playersAsLinks(html),
      '<a href="https://x.example/a.mp4">https://x.example/a.mp4</a>',
    )
})

test('plain text keeps the spaces that do not break', () => {
  assert.equal(htmlToText('<p>Tarif\u00a0: 12,50&nbsp;€</p>'), 'Tarif\u00a0: 12,50\u00a0€')
  assert.equal(htmlToText('Quoi\u202f?'), 'Quoi\u202f?')
  assert.equal(htmlToText('<p>a</p>&nbsp;<p>&nbsp;</p><p>b&nbsp; c</p>'), 'a b c')
})

test('a video of a known host, or a file, becomes a link; other frames go', () => {
  const link = (href: string, text = href) => `<a href="${href}">${text}</a>`
  const sent: [string, string][] = [
    [
      '<p>a</p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0" width="560" title="The trailer" allowfullscreen></iframe>',
      `<p>a</p>${link('https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'The trailer')}`,
    ],
    [
      '<iframe src="//www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>',
      link('https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
    ],
    [
      '<iframe src="https://player.vimeo.com/video/76979871?h=x">x</iframe>',
      link('https://vimeo.com/76979871'),
    ],
    [
      '<iframe src="https://geo.dailymotion.com/player.html?video=x8abc"></iframe>',
      link('https://www.dailymotion.com/video/x8abc'),
    ],
    [
      '<iframe src="https://tube.example/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d"></iframe>',
      link('https://tube.example/w/9c9de5e8-0a1e-484a-b099-e80766180a6d'),
    ],
    ['<video controls src="https://x.example/a.mp4"></video>', link('https://x.example/a.mp4')],
    [
      '<video controls><source src="https://x.example/a.mp4" type="video/mp4"></video>',
      link('https://x.example/a.mp4'),
    ],
    [
      '<video src="https://x.example/a.mp4?b=1&amp;c=2">No <b>video</b> here.</video>c',
      `${link('https://x.example/a.mp4?b=1&amp;c=2')}c`,
    ],
    ['<iframe src="https://tracker.example/x"></iframe>b', 'b'],
    ['<iframe src="https://www.youtube.com/embed/" onload="x()"></iframe>b', 'b'],
    ['<video src="javascript:x()">b</video>', 'b'],
    ['<iframe src="https://w.soundcloud.com/player/?url=javascript:x"></iframe>b', 'b'],
  ]
  for (const [html, stored] of sent) {
    assert.equal(cleanHtml(html), stored)
    assert.equal(cleanHtml(stored), stored)
  }
})
