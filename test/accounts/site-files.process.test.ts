import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { openService } from '../../src/service.ts'
import { almanac } from '../cli/command.ts'
import type { Service } from '../support/service.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

const site = { given: new Set<string>(), replaces: true } as const

const drawing = (inside = '', color = '#0a0') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${color}"/>${inside}</svg>`
const asUrl = (bytes: string | Buffer, mime = 'image/svg+xml') =>
  `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`
const painted = (width = 60, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#a00' } })

let service: Service
let tab: Tab
before(async () => {
  service = await startWithPasswords({}, site)
  tab = openTab(service)
  assert.equal((await tab.signIn('administrator')).status, 200)
  const event = { title: 'Fair', start_date: 'tomorrow', end_date: 'tomorrow', all_day: true }
  await service.send('POST', '/events', { as: 'editor', body: event })
})
after(async () => {
  tab.close()
  await service.close()
})

const change = (settings: object) => tab.send('PATCH', 'settings', { settings })
const page = async (path = '/events/list/') =>
  (await service.send('GET', service.address + path, { headers: { Accept: 'text/html' } })).text
const stored = async (name: string): Promise<string> => {
  const { settings } = (await tab.send('GET', 'settings')).body
  return settings.find((one: { name: string }) => one.name === name).value
}
const fetched = async (path: string) => {
  const reply = await fetch(new URL(path, service.address))
  return { status: reply.status, type: reply.headers.get('content-type'), reply }
}

describe('images of the site, sent by a browser', () => {
  test('are on pages at once, named by their content, and in other processes too', async () => {
    const other = await openService(service.settings, site)
    try {
      assert.equal((await change({ logo: asUrl(drawing()) })).status, 200)
      const logo = await stored('logo')
      assert.match(logo, /^logo-\w{10}_40x40\.svg$/)
      assert.ok((await page()).includes(`<img src="/assets/${logo}"`))
      const { status, type, reply } = await fetched(`/assets/${logo}`)
      assert.deepEqual([status, type, await reply.text()], [200, 'image/svg+xml', drawing()])
      assert.match(String(reply.headers.get('content-security-policy')), /sandbox/)
      const { origin } = new URL(other.root)
      const elsewhere = async () => (await other.fetch(`${origin}/events/`)).text()
      while (!(await elsewhere()).includes(logo)) await setTimeout(20)
      assert.equal(await (await other.fetch(`${origin}/assets/${logo}`)).text(), drawing())

      const dark = await painted().png().toBuffer()
      const share = await painted(1200, 630).jpeg().toBuffer()
      const sent = {
        darkLogo: asUrl(dark, 'image/png'),
        favicon: asUrl(drawing('', '#00f')),
        shareImage: asUrl(share, 'image/jpeg'),
      }
      assert.equal((await change(sent)).status, 200)
      const text = await page()
      assert.match(
        text,
        /<picture><source media="\(prefers-color-scheme: dark\)" srcset="\/assets\/darkLogo-\w{10}_60x30\.png"/,
      )
      assert.match(text, /<link rel="icon" type="image\/svg\+xml" href="\/assets\/favicon-/)
      assert.match(
        text,
        /og:image" content="http[^"]*\/assets\/shareImage-\w{10}_1200x630_dark\.jpg"/,
      )
      assert.match(text, /og:image:width" content="1200"/)
      const icon = await (await fetched('/apple-touch-icon.png')).reply.arrayBuffer()
      const { dominant } = await sharp(Buffer.from(icon)).stats()
      assert.ok(dominant.b > 200 && dominant.r < 50, JSON.stringify(dominant))
    } finally {
      await other.close()
    }
  })

  test('are encoded again, without what else was in the file', async () => {
    const secret = 'taken at home'
    const photo = await painted()
      .withExif({ IFD0: { ImageDescription: secret } })
      .jpeg()
      .toBuffer()
    assert.ok(photo.includes(secret))
    assert.equal((await change({ shareImage: asUrl(photo) })).status, 200)
    const { reply } = await fetched(`/assets/${await stored('shareImage')}`)
    assert.equal(Buffer.from(await reply.arrayBuffer()).includes(secret), false)
  })

  test('are refused where they are none, too large, or could run or load something', async () => {
    const before = await stored('logo')
    for (const [name, wrong] of [
      ['logo', '/etc/passwd'],
      ['logo', before],
      ['logo', 'https://example.org/logo.svg'],
      ['logo', asUrl('words')],
      ['logo', asUrl('')],
      ['logo', 'data:image/svg+xml,<svg>'],
      ['logo', asUrl(drawing('<script>1</script>'))],
      ['logo', asUrl(drawing('<g onload="1"/>'))],
      ['logo', asUrl(drawing('<foreignObject/>'))],
      ['logo', asUrl(drawing('<a href="javascript:1"/>'))],
      ['logo', asUrl(drawing('<image href="https://example.org/x.png"/>'))],
      ['logo', asUrl(drawing('<image xlink:href="&#104;ttps://example.org/x.png"/>'))],
      ['logo', asUrl(drawing('<style>@import "https://example.org/"</style>'))],
      ['logo', asUrl(drawing('<style>*{fill:url(https://example.org/)}</style>'))],
      ['logo', asUrl(`<!DOCTYPE svg [<!ENTITY a "b">]>${drawing()}`)],
      ['logo', asUrl(drawing(' '.repeat(256 * 1024)))],
      ['shareImage', asUrl(drawing())],
      ['favicon', asUrl((await painted().png().toBuffer()).subarray(0, 60))],
      ['logo', 7],
      ['logo', { en: asUrl(drawing()) }],
    ] as const) {
      const { status, body } = await change({ [name]: wrong, siteName: 'Not stored' })
      assert.equal(status, 400, String(wrong).slice(0, 200))
      assert.match(body.data.params[name], /is not valid\. Expected an? .*file of at most/)
    }
    assert.equal(await stored('logo'), before)
    assert.equal(await stored('siteName'), '')
    for (const fine of ['<use href="#a"/>', '<style>rect{fill:url(#a)}</style>'])
      assert.equal((await change({ logo: asUrl(drawing(fine)) })).status, 200, fine)
  })

  test('go with the setting, and old names lead nowhere', async () => {
    const logo = await stored('logo')
    const removed = { logo: null, darkLogo: '', favicon: null, shareImage: null }
    assert.equal((await change(removed)).status, 200)
    assert.doesNotMatch(await page(), /assets\/(logo|favicon|shareImage|darkLogo)-/)
    assert.equal((await fetched(`/assets/${logo}`)).status, 404)
    assert.equal((await fetched('/favicon.ico')).status, 200)
  })

  test('can be stored from the command line, and wait for the next start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-files-'))
    try {
      writeFileSync(join(folder, 'mark.svg'), drawing())
      writeFileSync(join(folder, 'words.svg'), 'words')
      const { dataFolder, databaseUrl } = service.settings
      const env = {
        ALMANAC_DATA_FOLDER: dataFolder,
        ...(databaseUrl && { ALMANAC_DATABASE_URL: databaseUrl }),
      }
      const run = (...args: string[]) => almanac(['config', ...args], { cwd: folder, env })
      const wrong = await run('set', 'logo', 'words.svg')
      assert.equal(wrong.code, 2)
      assert.match(wrong.err, /words\.svg/)
      assert.match((await run('set', 'logo', 'none.svg')).err, /none\.svg is missing/)
      const set = await run('set', 'logo', 'mark.svg')
      assert.equal(set.code, 0, set.err)
      const { logo } = JSON.parse((await run('--json')).out).settings
      assert.match(logo.value, /^logo-\w{10}_40x40\.svg$/)
      while (!(await page()).includes(logo.value)) await setTimeout(20)
      assert.equal((await fetched(`/assets/${logo.value}`)).status, 200)
      assert.equal((await run('unset', 'logo')).code, 0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
