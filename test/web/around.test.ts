import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readSettings, type Settings } from '../../src/config/config.ts'
import { type Service, startService } from '../support/service.ts'

const header = [
  'Town https://town.example',
  'News https://town.example/news',
  'Libraries /libraries/',
  'Sports /sports/',
  'Museums and collections /museums/',
  'Town council /council/',
  'Contact mailto:town@town.example',
  'Call tel:+33400000000',
].join('\n')

const settings: Partial<Settings> = {
  clock: '2027-03-10T10:00:00Z',
  siteName: '{"en":"What’s on in Saint-Rémy","fr":"Sortir à Saint-Rémy"}',
  tagline: '{"en":"Everything, every day","fr":"Tout, tous les jours"}',
  headerLinks: JSON.stringify({ en: header, fr: 'Ville https://ville.example' }),
  footerLinks: 'Legal /legal/',
  footerText: 'Town of Saint-Rémy\n1 place de la <b>Mairie</b>',
  socialLinks: 'Mastodon https://social.example/@town',
}

describe('texts and links of administrators around pages', () => {
  const sites: Service[] = []
  after(async () => {
    for (const site of sites) await site.close()
  })
  const opened = async (given: Partial<Settings>) => {
    const site = await startService(given)
    sites.push(site)
    return {
      site,
      get: async (path: string) =>
        (await site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })).text,
    }
  }

  test('name, tagline, links and text are in the language of the page', async () => {
    const { get } = await opened(settings)
    const [en, fr] = [await get('/events/'), await get('/fr/evenements/')]
    assert.match(en, /<title>[^<]*What’s on in Saint-Rémy/)
    assert.match(fr, /<title>[^<]*Sortir à Saint-Rémy/)
    assert.match(en, /class="tagline">Everything, every day</)
    assert.match(fr, /class="tagline">Tout, tous les jours</)
    assert.equal(
      /<nav class="site-links"[^>]*>(.*?)<\/nav>/s.exec(en)?.[1]?.match(/<a /g)?.length,
      8,
    )
    // more than three are behind a button on phones
    assert.match(en, /<details class="site-menu"><summary>Menu<\/summary><nav class="site-links"/)
    assert.doesNotMatch(fr, /site-menu/)
    assert.match(fr, /<a href="https:\/\/ville\.example">Ville<\/a>/)
    assert.equal(fr.includes('town.example'), false)
    for (const page of [en, fr]) {
      assert.match(page, /<a href="\/legal\/">Legal<\/a>/)
      assert.match(page, /<a href="https:\/\/social\.example\/@town" rel="me">Mastodon<\/a>/)
      assert.match(page, /1 place de la &lt;b&gt;Mairie&lt;\/b&gt;/)
    }
    assert.match(await get('/manifest.webmanifest'), /What’s on in Saint-Rémy/)
    assert.match(await get('/fr/evenements.atom'), /Sortir à Saint-Rémy/)
  })

  test('the links for developers can be left out', async () => {
    const footer = (page: string) => page.slice(page.indexOf('<footer'))
    const { get } = await opened({ ...settings, apiLinks: false })
    assert.doesNotMatch(footer(await get('/events/')), /href="\/(docs|embed)\/"/)
    const footing = footer(await (await opened({})).get('/events/'))
    assert.match(footing, /href="\/docs\/"/)
    assert.match(footing, /href="\/embed\/"/)
  })

  test('a settings file has them as lists and maps, and refuses what is no link', () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-around-'))
    const read = (written: string) => {
      const config = join(folder, 'almanac.yaml')
      writeFileSync(config, written)
      return readSettings({ flags: { config }, env: {}, cwd: folder })
    }
    const { settings: fine, fieldErrors } = read(`siteName: { en: Calendar, fr: Agenda }
footerLinks:
  en: [Legal /legal/, Privacy /privacy/]
  fr: [Mentions /mentions/]
headerLinks: [Town https://town.example]
`)
    assert.deepEqual(fieldErrors, [])
    assert.deepEqual(
      [fine.siteName, fine.footerLinks, fine.headerLinks],
      [
        '{"en":"Calendar","fr":"Agenda"}',
        '{"en":"Legal /legal/\\nPrivacy /privacy/","fr":"Mentions /mentions/"}',
        'Town https://town.example',
      ],
    )
    for (const wrong of [
      'headerLinks: [x javascript:alert(1)]',
      'footerLinks: { de: [] }',
      'siteName: { en: [[a]] }',
      `headerLinks: [${Array.from({ length: 9 }, (_, at) => `L${at} /l/`).join(', ')}]`,
      'weekStart: { en: monday }',
    ])
      assert.equal(read(wrong).fieldErrors.length, 1, wrong)
    rmSync(folder, { recursive: true })
  })
})
