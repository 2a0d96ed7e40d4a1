import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Service } from '../support/service.ts'
import { pages, tryingCalendar } from '../support/trying-calendar.ts'

let site: Service
before(async () => {
  site = await tryingCalendar()
})
after(() => site.close())

const get = async (path: string) =>
  (await site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })).text

test('the language is changed and the page stays on the same thing', async () => {
  const linkIn = (text: string, language: string) =>
    new RegExp(`<a class="language" href="([^"]+)" hreflang="${language}"`)
      .exec(text)?.[1]
      ?.replaceAll('&amp;', '&')
  for (const [name, [english, french]] of Object.entries(pages)) {
    // an error has no other page, and the page around a frame its own link
    if (name === 'error' || name === 'frame') continue
    assert.equal(linkIn(await get(english), 'fr'), french, name)
    assert.equal(linkIn(await get(french), 'en'), english, name)
  }
})

test('text in the other language says so, wherever it is shown', async () => {
  for (const path of [
    '/events/month/2027-03/',
    '/events/week/2027-03-22/',
    '/events/2027-03-25/',
    '/events/list/?search=bal',
    '/events/category/music/',
    '/event/bal-du-printemps/',
  ]) {
    const titles = (await get(path)).match(/<[^>]*>(?:<mark>)?Bal(?:<\/mark>)? du printemps</g)
    assert.ok(
      titles?.every(title => title.includes(' lang="fr">')),
      `${path}: ${titles}`,
    )
  }
  assert.match(await get('/event/bal-du-printemps/'), /<div class="prose"[^>]* lang="fr"/)
})
