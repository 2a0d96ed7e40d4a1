import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import {
  cityCalendar,
  cityPages,
  crowdedDay,
  exhibitions,
  month,
} from '../support/city-calendar.ts'
import type { Service } from '../support/service.ts'

const headers = { Accept: 'text/html' }

describe('a calendar of a large city', () => {
  let site: Service
  before(async () => {
    const band = { secondColor: '#16325c', tagline: 'Every day', headerLinks: 'Town /town/' }
    site = await cityCalendar(band)
  })
  after(() => site.close())
  const get = async (path: string) => {
    const reply = await site.send('GET', site.address + path, { headers })
    assert.equal(reply.status, 200, path)
    return reply.text
  }
  const cellOf = (text: string, day: string) =>
    text.split('<td').find(cell => cell.includes(`/events/${day}/`)) ?? ''

  test('events of several weeks stand in one line above the month, and take no place in a day', async () => {
    const text = await get(`/events/month/${month}/`)
    const [, above = ''] = /<section class="running">([\s\S]*?)<\/section>/.exec(text) ?? []
    assert.equal(above.match(/Exposition longue \d/g)?.length, exhibitions)
    assert.match(above, /10 November\s–\s15 December 2026/)
    const [, table = ''] = text.split('<table')
    assert.doesNotMatch(table, /Exposition longue/)
    const cell = cellOf(text, crowdedDay)
    // a festival of three days has a line of its own
    assert.match(cell, /Festival de trois jours/)
    const [presented = '', rest = ''] = cell.split('<ol class="rest">')
    assert.equal(presented.match(/<li class="one/g)?.length, 3)
    assert.equal(rest.match(/<li class="one/g)?.length, 38)
    assert.match(cell, />\+ 38 more</)
  })

  test('a list names four of what runs for weeks, folds the rest, and has what begins on its first page', async () => {
    const text = await get('/events/list/')
    const [, running = '', begins = ''] = text.split('<section class="month-group">')
    assert.equal(running.match(/<h3><a[^>]*>Exposition longue/g)?.length, 4)
    assert.match(running, /<details class="folded"><summary>\+ 2 more<\/summary>/)
    assert.match(begins, /<h2>November 2026<\/h2>/)
    assert.equal(begins.match(/<li class="card/g)?.length, 20)
    const images = running.match(/<img[^>]*>/g) ?? []
    assert.ok(images.some(image => !image.includes('loading="lazy"')))
    assert.ok(begins.match(/<img[^>]*>/g)?.every(image => image.includes('loading="lazy"')))
    const second = await get('/events/list/?page=2')
    assert.doesNotMatch(second, /Exposition longue/)
    const titleOf = (of: string) => /<title>([^<]*)</.exec(of)?.[1]
    assert.equal(titleOf(second), titleOf(text))
  })

  test('the page of a category has the views, the search and the dates of what is in it', async () => {
    const text = await get('/events/category/concerts/')
    assert.match(text, /rel="canonical" href="[^"]*\/events\/category\/concerts\/"/)
    for (const to of [`month/${month}/`, 'week/2026-11-23/', 'list/', 'map/'])
      assert.ok(text.includes(`href="/events/${to}?categories=concerts"`), to)
    assert.match(text, /<input[^>]*name="categories" value="concerts" checked>/)
    assert.match(text, /href="\/events\/list\/\?categories=concerts&amp;past=1">Past events</)
    const filtered = await site.send('GET', `${site.address}/events/category/concerts/?free=true`)
    assert.deepEqual(
      [filtered.status, filtered.headers.location],
      [302, '/events/list/?categories=concerts&free=true'],
    )
  })

  test('names that the page about pages promises to own styles are in pages and style sheet', async () => {
    const pages = ['front', 'list', 'compact', 'month', 'week', 'event'] as const
    let text = await get('/events/list/?categories=concerts&free=true')
    for (const name of pages) text += await get(cityPages[name]?.[0] ?? '')
    const [path = ''] = /\/assets\/style-[^"]*/.exec(text) ?? []
    const sheet = await get(path)
    const used = new Set(
      [...text.matchAll(/ class="([^"]*)"/g)].flatMap(([, all = '']) => all.split(' ')),
    )
    for (const language of ['en', 'fr']) {
      const page = readFileSync(new URL(`../../docs/${language}/pages.md`, import.meta.url), 'utf8')
      const rows = page.split('\n').filter(line => /^\| `(--|\.)/.test(line))
      const names = rows.flatMap(row =>
        [...row.matchAll(/`(--[\w-]+|\.[\w-]+)`/g)].map(([, name = '']) => name),
      )
      assert.ok(names.length > 35, String(names))
      for (const name of names)
        if (name.startsWith('--')) assert.ok(sheet.includes(`${name}:`), name)
        else assert.ok(used.has(name.slice(1)), name)
    }
  })

  test('the month page weighs at most 20 kB in at most 6 requests', async () => {
    const path = `/events/month/${month}/`
    const loaded = (await get(path)).matchAll(
      /<(?:link rel="stylesheet" [^>]*?href|(?:script|img) [^>]*?src)="([^"]+)"/g,
    )
    const paths = [path, ...new Set([...loaded].map(([, url = '']) => url))]
    const sizes: number[] = []
    for (const each of paths) {
      const compressed = { ...headers, 'Accept-Encoding': 'br' }
      const reply = await site.send('GET', site.address + each, { headers: compressed })
      sizes.push(Number(reply.headers['content-length']))
    }
    assert.ok(paths.length > 2 && paths.length <= 6, `${paths}`)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(total > 5_000 && total <= 20_000, `${total} bytes: ${sizes}`)
  })

  test('the front page has what is featured, dates, categories, what is next, and what runs apart', async () => {
    const { text, headers: sent } = await site.send('GET', `${site.address}/`, { headers })
    assert.match(String(sent['cache-control']), /no-cache/)
    const part = (title: string) =>
      text.split('<section').find(each => each.includes(`<h2>${title}`)) ?? ''
    assert.equal(part('Featured').match(/<li class="tile/g)?.length, 3)
    assert.match(part('Featured'), /fetchpriority="high"/)
    assert.equal(part('Next events').match(/<li class="tile/g)?.length, 12)
    assert.doesNotMatch(part('Next events'), /Exposition longue/)
    assert.equal(part('On now').match(/Exposition longue/g)?.length, 4)
    assert.match(part('On now'), /\+ 2 more/)
    assert.match(part('By category'), /concerts[\s\S]*class="count">\d+</)
    for (const label of ['Today', 'Tomorrow', 'This weekend', 'This month'])
      assert.match(text, new RegExp(`href="/events/list/\\?ends_after=[^"]*">${label}<`))
    assert.match(text, /\?start_date=2026-11-23\+17%3A00[^"]*">This evening</)
    assert.match(text, /href="\/events\/list\/\?free=true">11 free events</)
    assert.match(text, /href="\/events\/list\/\?attendance=online,mixed">1 online event</)
    const french = await site.send('GET', `${site.address}/fr/`, { headers })
    assert.match(french.text, /<h1>À l’affiche<\/h1>/)
    // an event that is written is there at once
    await site.send('POST', '/events', {
      as: 'administrator',
      body: { title: 'Just now', start_date: '2026-11-23 11:00', end_date: '2026-11-23 12:00' },
    })
    for (const path of ['/', '/fr/'])
      assert.match((await site.send('GET', site.address + path)).text, /Just now/)
  })
})
