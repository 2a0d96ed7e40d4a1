import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { formatMessage } from '../../src/define/text/language.ts'
import { givenFiles } from '../../src/service/site-files.ts'
import { type Service, settingsFor, startService } from '../support/service.ts'

const drawing = (width: number, height: number, inside = '') =>
  `<?xml version="1.0"?>\n<!-- a logo -->\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#1d5a86"/>${inside}</svg>\n`
const script = '<script>document.title = "changed"</script>'

describe('the logo of a site', () => {
  let folder = ''
  const files = { wide: '', square: '', png: '', jpeg: '' }
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-logo-'))
    for (const name of ['wide', 'square'] as const) files[name] = join(folder, `${name}.svg`)
    for (const name of ['png', 'jpeg'] as const) files[name] = join(folder, name)
    writeFileSync(files.wide, drawing(400, 100, script))
    writeFileSync(
      files.square,
      drawing(50, 50, '<style>@media (prefers-color-scheme: dark){}</style>'),
    )
    const image = sharp({ create: { width: 600, height: 200, channels: 4, background: '#1d5a86' } })
    writeFileSync(files.png, await image.clone().png().toBuffer())
    writeFileSync(files.jpeg, await image.clone().jpeg().toBuffer())
  })
  const sites: Service[] = []
  after(async () => {
    for (const site of sites) await site.close()
    rmSync(folder, { recursive: true })
  })

  const opened = async (logo: string, siteName = 'Ville de Saint-Rémy') => {
    const site = await startService({ clock: '2027-03-10T10:00:00Z', siteName, logo })
    sites.push(site)
    const event = { title: 'Fair', start_date: '2027-03-12', end_date: '2027-03-12', all_day: true }
    await site.send('POST', '/events', { as: 'editor', body: event })
    const get = (path: string) =>
      site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })
    return { site, get }
  }
  const markOf = (text: string) => /<a class="name"[^>]*>(.*?)<\/a>/s.exec(text)?.[1] ?? ''

  test('a wide logo replaces the name, another precedes it, with space reserved from the start', async () => {
    for (const [file, expected] of [
      [
        files.wide,
        /^<img src="\/assets\/logo-\w+\.svg" alt="Ville de Saint-Rémy" width="144" height="36" class="plain">$/,
      ],
      [
        files.square,
        /^<img src="[^"]+" alt="" width="36" height="36"><span>Ville de Saint-Rémy<\/span>$/,
      ],
      [
        files.jpeg,
        /^<img src="\/assets\/logo-\w+\.jpg" alt="Ville de Saint-Rémy" width="108" height="36">$/,
      ],
      ['', /^Ville de Saint-Rémy$/],
    ] as const) {
      const { get } = await opened(file)
      for (const path of ['/events/', '/fr/evenements/liste/', '/event/unknown/'])
        assert.match(markOf((await get(path)).text), expected)
    }
  })

  test('a dark header has the logo for dark pages, on light pages too, and the name if that is set', async () => {
    const at = async (more: object) => {
      const site = await startService({ siteName: 'Ville', logo: files.wide, ...more })
      sites.push(site)
      return markOf((await site.send('GET', `${site.address}/events/`)).text)
    }
    const both = await at({ darkLogo: files.square, logoName: true })
    assert.match(
      both,
      /^<picture><source media="\(prefers-color-scheme: dark\)" srcset="\/assets\/darkLogo-\w+\.svg" width="36" height="36"><img src="\/assets\/logo-\w+\.svg" alt="" width="144" height="36"><\/picture><span>Ville<\/span>$/,
    )
    const always = await at({ secondColor: '#2b2350', darkLogo: files.square })
    assert.match(
      always,
      /^<img src="\/assets\/darkLogo-\w+\.svg" alt="Ville" width="36" height="36">$/,
    )
    assert.match(await at({ secondColor: '#2b2350' }), /class="on-white">$/)
    assert.match(await at({ secondColor: '#ffd23f' }), /height="36">$/)
  })

  test('it is cacheable for ever under a name of its content, and nothing in it runs', async () => {
    const { get } = await opened(files.wide)
    const [, path = ''] = /src="([^"]+)"/.exec(markOf((await get('/events/')).text)) ?? []
    const { status, headers, text } = await get(path)
    assert.equal(status, 200)
    assert.equal(text, drawing(400, 100, script))
    assert.equal(headers['content-type'], 'image/svg+xml')
    assert.match(String(headers['cache-control']), /max-age=31536000, immutable/)
    assert.match(String(headers['content-security-policy']), /^default-src 'none';.* sandbox$/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  test('feeds, previews and linked data name it where they can show it', async () => {
    const { get } = await opened(files.png)
    const { text } = await get('/events/')
    const [, url = ''] = /property="og:image" content="([^"]+)"/.exec(text) ?? []
    assert.match(url, /^http:\/\/.*\/assets\/logo-\w+\.png$/)
    assert.ok(text.includes(`"@type":"Organization","name":"Ville de Saint-Rémy"`))
    assert.ok(text.includes(`"logo":"${url}"`))
    assert.ok((await get('/events.rss')).text.includes(`<image>\n<url>${url}</url>`))
    assert.ok((await get('/events.atom')).text.includes(`<logo>${url}</logo>`))
    assert.equal(JSON.parse((await get('/events.json')).text).icon, url)
    const drawn = await opened(files.square)
    assert.doesNotMatch((await drawn.get('/events/')).text, /og:image/)
    assert.doesNotMatch((await drawn.get('/events.rss')).text, /<image>/)
  })

  test('a logo that is not an image, too large or missing is reported at the start, in both languages', async () => {
    const written = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    for (const [file, code] of [
      [join(folder, 'none.svg'), 'SITE_FILE_MISSING'],
      [folder, 'SITE_FILE_MISSING'],
      [written('words.png', 'words'), 'SITE_FILE_TYPE'],
      [written('page.svg', '<html><svg viewBox="0 0 1 1"></svg></html>'), 'SITE_FILE_TYPE'],
      [written('sizeless.svg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 'SITE_FILE_TYPE'],
      [written('large.svg', drawing(1, 1, ' '.repeat(256 * 1024))), 'SITE_FILE_SIZE'],
    ] as const)
      await assert.rejects(givenFiles({ ...settingsFor(folder), logo: file }), { code })
    for (const [language, messages] of [
      ['en', /The file \S*none\.svg is missing or cannot be read/],
      ['fr', /Le fichier \S*none\.svg manque ou ne peut pas être lu/],
    ] as const)
      await assert.rejects(
        givenFiles({ ...settingsFor(folder), logo: join(folder, 'none.svg') }),
        ({ sentence, params }) => messages.test(formatMessage(sentence, language, params)),
      )
  })
})
