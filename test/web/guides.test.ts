import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { htmlOf } from '../../src/web/guides/page.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ private: true })
})
after(() => service.close())

const root = join(import.meta.dirname, '..', '..')
const bases = { en: '/docs/guides/', fr: '/fr/docs/guides/' }
const namesIn = (language: 'en' | 'fr') =>
  readdirSync(join(root, 'docs', language))
    .filter(file => file.endsWith('.md') && file !== 'README.md')
    .map(file => file.slice(0, -'.md'.length))
const get = (path: string) => service.send('GET', service.address + path, { as: 'anonymous' })

const pathsIn = (text: string) =>
  [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = '']) => path)

test('every guide is a page of its language, and every link in it leads somewhere', async () => {
  const pages = new Map<string, string>()
  const read = async (path: string) => {
    const known = pages.get(path)
    if (known !== undefined) return known
    const { status, text } = await get(path)
    assert.equal(status, 200, path)
    pages.set(path, text)
    return text
  }
  for (const language of ['en', 'fr'] as const) {
    const base = bases[language]
    const index = await read(base)
    for (const name of namesIn(language))
      assert.ok(index.includes(`href="${base}${name}/"`), `${language} ${name}`)
    for (const path of [base, ...namesIn(language).map(name => `${base}${name}/`)]) {
      const text = await read(path)
      assert.match(text, new RegExp(`<html lang="${language}"`))
      const [, main = ''] = /<div class="prose guide">(.*)<\/main>/s.exec(text) ?? []
      assert.doesNotMatch(main.replace(/<(code|pre)>.*?<\/\1>/gs, ''), /\]\(|\*\*|^#|^\|/m, path)
      for (const target of pathsIn(main)) {
        const [to = '', anchor] = target.split('#')
        if (!to.startsWith('/') && to !== '') continue
        const there = to === '' ? text : await read(to)
        const id = decodeURIComponent(anchor ?? '')
        if (anchor) assert.ok(there.includes(`id="${id}"`), `${path} → ${target}`)
      }
    }
  }
})

test('the guides are searched in the language of the page', async () => {
  const { text } = await get('/docs/guides/?search=BACKUP+restore')
  const [, found = ''] = text.split('<ul class="guide-found">')
  const [first = ''] = pathsIn(found)
  assert.match(first, /^\/docs\/guides\/backup\/#/)
  const french = await get('/fr/docs/guides/?search=sauvegarde%20evenement')
  assert.match(french.text, /href="\/fr\/docs\/guides\/[\w-]+\/#/)
  const none = await get('/docs/guides/?search=%3Cb%3Exyzzy')
  assert.match(none.text, /No page has all these words/)
  assert.ok(none.text.includes('“&lt;b&gt;xyzzy”'))
})

test('what is no guide is not found', async () => {
  for (const path of ['nothing/', '..%2F..%2Fpackage/', 'images/none.webp', 'images/..%2Fx.webp'])
    assert.equal((await get(`/docs/guides/${path}`)).status, 404, path)
})

test('the markdown of the guides becomes HTML, and nothing of it becomes a tag', () => {
  assert.equal(htmlOf('a <i>b</i>', to => to).toString(), '<p>a &lt;i&gt;b&lt;/i&gt;</p>\n')
  const written = (text: string) =>
    htmlOf(text, to => (to === 'gone' ? undefined : `/${to}`)).toString()
  assert.equal(
    written('# A `b` & c\n\nSee **[x](y)** or [z](gone), `<b>`.\nOn.'),
    '<h1 id="a-b--c">A <code>b</code> &amp; c</h1>\n<p>See <strong><a href="/y">x</a></strong> or z, <code>&lt;b&gt;</code>.\nOn.</p>\n',
  )
  assert.equal(
    written('- a\n  more\n\n  ```sh\n  x | y\n  ```\n- b\n\n1. c'),
    '<ul>\n<li><p>a\nmore</p>\n<pre><code class="language-sh">x | y\n</code></pre>\n</li>\n<li><p>b</p>\n</li>\n</ul>\n<ol>\n<li>c</li>\n</ol>\n',
  )
  assert.match(
    written('| a | b |\n|---|---|\n| `x\\|y` | *z* |'),
    /<td><code>x\|y<\/code><\/td>\n<td><em>z<\/em><\/td>/,
  )
})
