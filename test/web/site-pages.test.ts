import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { edit, get, read, send, service, useService } from '../support/scenario.ts'

useService()

const french = {
  title: 'Mentions légales',
  slug: 'mentions',
  description: '<p>Éditeur : la Ville.</p>',
}
const sent = {
  title: 'Legal notice',
  description: '<h2>Publisher</h2><p>The Town.</p><script>alert(1)</script>',
  translations: { fr: french },
}

describe('pages of the site', () => {
  test('have a URL of their own in each language, a sitemap and links to the other', async () => {
    const { id, translations } = await edit('POST', '/pages', sent)
    assert.equal(new URL(translations.en.url).pathname, '/page/legal-notice/')
    assert.equal(new URL(translations.fr.url).pathname, '/fr/page/mentions/')
    const { text } = await get(translations.en.url)
    assert.match(text, /<h1>Legal notice<\/h1>/)
    assert.match(text, /<h2>Publisher<\/h2>/)
    assert.doesNotMatch(text, /alert|eyebrow/)
    assert.match(text, /hreflang="fr" href="[^"]*\/fr\/page\/mentions\/"/)
    assert.match((await get(translations.fr.url)).text, /Éditeur : la Ville/)
    for (const [path, url] of [
      ['/sitemap-1.xml', translations.en.url],
      ['/fr/sitemap-1.xml', translations.fr.url],
    ])
      assert.ok((await get(service.address + path)).text.includes(`<loc>${url}</loc>`))
    await edit('PATCH', `/pages/${id}`, { title: 'Legal', slug: 'legal' })
    const moved = await get(translations.en.url)
    assert.deepEqual([moved.status, moved.headers.location], [301, '/page/legal/'])
  })

  test('are shown once they are published, and gone once they are trashed', async () => {
    const { id } = await edit('POST', '/pages', { title: 'Privacy', status: 'draft' })
    const url = `${service.address}/page/privacy/`
    const look = async () => (await get(url, { headers: { Accept: 'text/html' } })).status
    assert.equal(await look(), 404)
    await edit('PATCH', `/pages/${id}`, { status: 'publish' })
    assert.equal(await look(), 200)
    await edit('DELETE', `/pages/${id}`)
    assert.equal(await look(), 404)
  })

  test('are written by editors alone', async () => {
    const { id } = await edit('POST', '/pages', { title: 'Accessibility' })
    for (const as of ['author', 'contributor', 'subscriber'] as const) {
      assert.equal((await send('POST', '/pages', { as, body: sent })).status, 403, as)
      assert.equal((await send('PATCH', `/pages/${id}`, { as, body: sent })).status, 403, as)
      assert.equal((await send('DELETE', `/pages/${id}`, { as })).status, 403, as)
    }
    assert.equal((await send('POST', '/pages', { body: sent })).status, 401)
  })

  test('are not in the index of The Events Calendar, but in the document', async () => {
    const { routes } = await read('/')
    assert.deepEqual(
      Object.keys(routes).filter(route => route.includes('page')),
      [],
    )
    const { paths } = await read('/doc')
    assert.ok(paths['/pages/{id}'].patch)
  })
})
