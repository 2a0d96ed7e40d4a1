import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/service.ts'

test('a list of events is found and embedded as a frame, as JSON and XML, with its filters', async () => {
  const site = await startService({ clock: '2027-03-10T10:00:00Z' })
  const get = (path: string) =>
    site.send('GET', new URL(path, site.address).href, { headers: { Accept: 'text/html' } })
  const { text } = await get('/events/list/?featured=true')
  const hrefs = [...text.matchAll(/\+oembed" href="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  assert.equal(hrefs.length, 2)
  const [json, xml] = [await get(hrefs[0] ?? ''), await get(hrefs[1] ?? '')]
  assert.deepEqual([json.status, json.body.type, json.body.version], [200, 'rich', '1.0'])
  const src = /src="([^"]+)"/.exec(json.body.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  assert.match(src, /\/embed\/calendar\/\?featured=true&view=list$/)
  assert.equal((await get(src)).status, 200)
  assert.match(xml.text, /<html>&lt;iframe /)
  const url = `${site.address}/fr/evenements/mois/2027-04/?x="><script>`
  const month = await get(`/oembed?maxwidth=300&${new URLSearchParams({ url })}`)
  assert.match(month.body.html, /\/fr\/integrer\/agenda\/\?view=month&amp;start=2027-04"/)
  assert.deepEqual([month.body.width, /script/.test(month.text)], [300, false])
  await site.close()
})
