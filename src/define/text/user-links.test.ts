import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withUserLinks } from './user-links.ts'

const own = 'https://calendar.example.org'
const marked = (html: string) => withUserLinks(html, own)

test('links to other sites are marked as written by users, whatever their attributes were', () => {
  const rel = 'rel="nofollow ugc noopener"'
  for (const [html, expected] of [
    ['<a href="https://x.example/">x</a>', `<a ${rel} href="https://x.example/">x</a>`],
    ['<a href="//x.example/">x</a>', `<a ${rel} href="//x.example/">x</a>`],
    ['<a href="&#104;ttps://x.example/">x</a>', `<a ${rel} href="&#104;ttps://x.example/">x</a>`],
    [`<a href="${own}.evil.example/">x</a>`, `<a ${rel} href="${own}.evil.example/">x</a>`],
    [
      '<p><a target="_blank" rel="opener external" href="http://x.example/?a&gt;b">x</a></p>',
      '<p><a rel="external nofollow ugc noopener" target="_blank" href="http://x.example/?a&gt;b">x</a></p>',
    ],
  ] as const)
    assert.equal(marked(html), expected)
})

test('links within the site, addresses and text stay as they are', () => {
  for (const html of [
    `<a href="${own}/event/fair/">x</a><a href="${own}">y</a>`,
    '<a href="/event/fair/">x</a> <a href="#top">y</a> <a>z</a>',
    '<a href="mailto:a@example.org">x</a><a href="tel:+1">y</a>',
    '<abbr title="https://x.example/">x</abbr> &lt;a href=',
    '',
  ])
    assert.equal(marked(html), html)
})

test('a value of rel stays one, whatever signs of replacements are in it', () => {
  const rest = 'title=" onmouseover=alert(1) x=" href="http://x.example/"'
  for (const sign of ["$'", '$&', '$`', '$$', '$1'])
    assert.equal(
      marked(`<a ${rest} rel="${sign}">x</a>`),
      `<a rel="${sign} nofollow ugc noopener" ${rest}>x</a>`,
    )
})
