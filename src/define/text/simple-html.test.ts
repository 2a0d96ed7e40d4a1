import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/any-text.ts'
import { markup } from '../../../test/support/hostile-texts.ts'
import { allowedAttributes, allowedTags } from './allowed.ts'
import { cleanHtml, orderly, sanitised } from './html.ts'

/** The sanitiser alone, until it changes nothing. */
const definition = (html: string) => sanitised(html, () => false)

function agrees(html: string) {
  const quick = orderly(html)
  if (quick !== undefined) assert.equal(quick.trim(), definition(html), html)
}

const words = fc.constantFrom(
  ...['mot', 'Été', 'œuvre', '😀', ' ', '\n', '"', ' & ', 'a > b', '&nbsp;', '&amp;', '&#8217;'],
  ...['&eacute;', '&rsquo;', '&quot;', '<br>', '<br />', '<br/>', '<img src="/x.png" alt="">'],
)
const attributes = fc.constantFrom(
  ...[
    '',
    '',
    '',
    ' class="x"',
    ' style="color:red"',
    ' id="a"',
    ' lang="fr"',
    ' title="x &amp; y"',
  ],
)
type Html = fc.Arbitrary<string>
const element = (names: string, within: Html): Html =>
  fc
    .tuple(fc.constantFrom(...names.split(' ')), attributes, fc.array(within, { maxLength: 4 }))
    .map(([name, attributes, parts]) => `<${name}${attributes}>${parts.join('')}</${name}>`)
const link = (within: Html): Html =>
  fc
    .tuple(
      fc.constantFrom('https://x.example/a?b=1&amp;c=2', '/x', '#y', 'mailto:a@b.example', 'x:y'),
      fc.array(within, { maxLength: 3 }),
    )
    .map(([href, parts]) => `<a href="${href}" target="_blank">${parts.join('')}</a>`)

/** As editors write. */
const { document } = fc.letrec<{ phrase: string; block: string; document: string }>(tie => {
  const [phrase, block] = [tie('phrase'), tie('block')]
  const cell = element('td th', fc.oneof(phrase, block))
  return {
    phrase: fc.oneof(
      { depthSize: 'small' },
      { weight: 6, arbitrary: words },
      { weight: 3, arbitrary: element('strong em b i span code sub u q mark abbr time', phrase) },
      { weight: 1, arbitrary: link(phrase) },
    ),
    block: fc.oneof(
      { depthSize: 'small' },
      { weight: 5, arbitrary: element('p h1 h2 pre', phrase) },
      { weight: 1, arbitrary: fc.constantFrom('<hr>', '\n', 'text') },
      { weight: 3, arbitrary: element('div blockquote section figure', fc.oneof(phrase, block)) },
      { weight: 2, arbitrary: element('ul ol', element('li', fc.oneof(phrase, block))) },
      { weight: 1, arbitrary: element('dl', element('dt dd', phrase)) },
      { weight: 1, arbitrary: element('table', element('tbody', element('tr', cell))) },
    ),
    document: fc.array(fc.oneof(block, phrase), { maxLength: 5 }).map(parts => parts.join('')),
  }
})

const scraps = fc.oneof(
  fc.constantFrom(
    ...['<', '>', '/', '"', ' ', '&', ';', '<p>', '</p>', '<li>', '<a>', '</a>', '</ul>', '<td>'],
    ...['\r\n', '\0', '&#0;', '&#128;', '&amp', '<!--', '-->', '<script>', '<svg>', '\ud800'],
  ),
  anyText({ maxLength: 2 }),
)
/** As editors would not. */
const slips = fc
  .tuple(document, fc.array(fc.tuple(fc.nat(), fc.nat(9), scraps), { maxLength: 3 }))
  .map(([html, changes]) =>
    changes.reduce((text, [nth, removed, scrap]) => {
      const at = nth % (text.length + 1)
      return text.slice(0, at) + scrap + text.slice(at + removed)
    }, html),
  )

test('simple HTML of editors needs no sanitiser', () => {
  for (const html of [
    'Une soirée « en famille » – 12 €, it’s “free” 🎉\n\nR & B > all',
    '<h2>Programme</h2>\n<p>L’été, <strong>300&nbsp;personnes</strong>&hellip;<br>fin</p>',
    '<ul>\n<li>un</li>\n<li><em>deux</em><ol><li>x</li></ol></li>\n</ul>',
    '<p class="note"><a href="https://x.example/?a=1&amp;b=2" target="_blank">lien</a></p>',
    '<figure><img src="/a.png" alt="" width="3"><figcaption>c</figcaption></figure>',
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  ]) {
    assert.notEqual(orderly(html), undefined, html)
    agrees(html)
  }
  assert.equal(orderly('<p style="x" id="y">a&nbsp;&#8217;<br></p>'), '<p>a\u00a0’<br /></p>')
})

test('HTML in which an opening tag would end another, or anything is unusual, goes to the sanitiser', () => {
  for (const html of [
    '<p>a<p>b</p></p>',
    '<li>a<li>b</li></li>',
    '<p><ul></ul></p>',
    '<b><h2>a</h2></b>',
    '<a href="/x"><b><a href="/y">z</a></b></a>',
    '<tr><tr></tr></tr>',
    '<p>a',
    'a</p>',
    '<p>a</b></p>',
    '<script>a</script>',
    '<P>a</P>',
    '<p >a</p>',
    '<p/>',
    '</br>',
    '<wbr>',
    '<img alt="x">',
    '<a href="javascript:x">a</a>',
    '<a href="x&y">a</a>',
    '<p title>a</p>',
    "<p class='x'>a</p>",
    '<p class="x" class="y">a</p>',
    '<p class="">a</p>',
    '<!-- c -->',
    'a\u0007',
    'a\ud800',
    '&#0;',
    '&#150',
    'a&b',
    '&#128512;',
    '<3',
    '<a href="/"',
  ])
    assert.equal(orderly(html), undefined, html)
})

test('in good order or nearly so, HTML is kept as the sanitiser would keep it', () => {
  fc.assert(fc.property(document, agrees), { numRuns: 1500 })
  fc.assert(fc.property(slips, agrees), { numRuns: 1500 })
  fc.assert(fc.property(markup, agrees), { numRuns: 1500 })
  fc.assert(
    fc.property(slips, html => assert.equal(cleanHtml(html), definition(html))),
    { numRuns: 500 },
  )
})

test('every tag in every other, and every attribute, is kept as the sanitiser would keep it', () => {
  for (const outer of allowedTags)
    for (const inner of allowedTags) {
      agrees(`<${outer}>a<${inner}>b</${inner}>c</${outer}>`)
      agrees(`<${outer}><${inner}><p>b</p></${inner}>c</${outer}>`)
    }
  for (const tag of allowedTags)
    for (const name of [...Object.values(allowedAttributes).flat(), 'style', 'data-x', 'onclick'])
      for (const value of ['', 'x', '/x', 'https://x', 'javascript:x', 'a&amp;b', 'a&b', 'a>b'])
        agrees(`<${tag} ${name}="${value}">a</${tag}><img src="/" ${name}="${value}" />`)
  for (const tag of allowedTags)
    for (const end of ['>', ' >', '/>', ' />', ' / >']) agrees(`a<${tag}${end}b`)
})
