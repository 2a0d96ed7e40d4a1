import { type Change, document, pages } from '../change.ts'

const routes = ['', '/{id}', '/by-slug/{slug}']
  .map(
    path =>
      `| \`/announcements${path}\` | GET, ${path && 'DELETE, '}POST${path && ', PUT, PATCH'} |`,
  )
  .join('\n')

/** Two files of code, and two pages in each language. */
export const change: Change = {
  max: 6,
  edits: [
    {
      file: 'src/resources/announcement/announcement.ts',
      all: `import { line, title } from '../../define/field-types.ts'
import { type Resource, resource } from '../../define/resource.ts'
import { descriptionField, plainFilters, postFields, translationsField } from '../shared/common.ts'
import { imageIfAny } from '../image/image.ts'
import { imageField } from '../image/image-type.ts'
import { languageItems, linkedHead, slug } from '../shared/shared-items.ts'

const one = { en: 'announcement', fr: 'annonce' }
const many = { en: 'announcements', fr: 'annonces' }

export const announcement = resource({
  name: 'announcement',
  path: 'announcements',
  page: { en: 'announcement', fr: 'annonce' },
  feed: { en: 'announcements/feed', fr: 'annonces/feed' },
  family: 'post',
  titled: 'title',
  one,
  a: { en: 'an announcement', fr: 'une annonce' },
  of: { en: 'of the announcement', fr: 'de l’annonce' },
  many,
  about: { en: 'News of the calendar.', fr: 'Une nouvelle de l’agenda.' },
  leavesOutEmpty: true,
  fields: {
    ...postFields(one),
    title: {
      label: { en: 'Title', fr: 'Titre' },
      type: title({ sample: 'Summer break' }),
      lives: 'text',
      required: true,
      searched: true,
      en: 'The title of the announcement.',
      fr: 'Le titre de l’annonce.',
    },
    description: descriptionField(),
    image: imageField(),
    signed: {
      label: { en: 'Signed', fr: 'Signé' },
      type: line(),
      inFeeds: true,
      en: 'Who signs the announcement.',
      fr: 'Qui signe l’annonce.',
    },
    translations: translationsField((): Resource => announcement),
  },
  presented: {
    ...linkedHead,
    title: true,
    description: true,
    slug,
    image: imageIfAny,
    signed: true,
    ...languageItems('title'),
  },
  filters: plainFilters(many),
})
`,
    },
    {
      file: 'src/resources/table.ts',
      before: "import { category } from './category/category.ts'",
      insert: "import { announcement } from './announcement/announcement.ts'",
    },
    {
      file: 'src/resources/table.ts',
      of: 'export const resources = { event,',
      instead:
        'export const resources = { event, venue, organizer, category, tag, image, page, announcement }',
    },
    { file: 'docs/en/resources.md', before: '| `/categories` |', insert: routes },
    { file: 'docs/fr/resources.md', before: '| `/categories` |', insert: routes },
    {
      file: 'docs/en/resources.md',
      before: '| `organizer` | yes | yes |',
      insert: `| \`author\` |  |  | The announcement’s author, by user ID. |
| \`title\` | yes | yes | The title of the announcement. |
| \`signed\` |  |  | Who signs the announcement. |`,
    },
    {
      file: 'docs/fr/resources.md',
      before: '| `organizer` | oui | oui |',
      insert: `| \`title\` | oui | oui | Le titre de l’annonce. |
| \`signed\` |  |  | Qui signe l’annonce. |`,
    },
    {
      file: 'docs/en/pages.md',
      before: '| a venue |',
      insert:
        '| an announcement, the latest | `/announcement/SLUG/`, `/announcements/feed/` | `/fr/annonce/SLUG/`, `/fr/annonces/feed/` |',
    },
    {
      file: 'docs/fr/pages.md',
      before: '| un lieu |',
      insert:
        '| une annonce, les dernières | `/fr/annonce/SLUG/`, `/fr/annonces/feed/` | `/announcement/SLUG/`, `/announcements/feed/` |',
    },
  ],
  proof: {
    file: 'test/house/added-resource.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutOf } from '../../src/admin/forms/layouts.ts'
import { forms } from '../../src/admin/forms/model.ts'
import { connect } from '../../src/sdk/client.ts'
import { imageFile } from '../support/openapi-body.ts'
import { edit, get, ids, in_, read, restartService, send, service, useService } from '../support/scenario.ts'

useService()

const french = { title: 'Pause d’été', description: 'Nous fermons.' }
const sent = { title: 'Summer break', description: 'We close.', translations: { fr: french } }

test('it is written, read, listed, searched, guarded, documented and typed', async () => {
  const { id } = await edit('POST', '/announcements', sent)
  const draft = await edit('POST', '/announcements', { title: 'Later', status: 'draft' })
  await restartService()
  assert.equal((await read(\`/announcements/\${id}\`)).title, 'Summer break')
  assert.equal((await read(in_('fr', '/announcements/by-slug/summer-break'))).title, 'Pause d’été')
  assert.deepEqual(ids((await read('/announcements')).announcements), [id])
  assert.deepEqual(ids((await read('/announcements', { search: 'close' })).announcements), [id])
  assert.equal((await get(\`/announcements/\${draft.id}\`)).status, 403)
  assert.equal((await send('POST', '/announcements', { body: sent })).status, 401)
  assert.equal((await edit('PATCH', \`/announcements/\${id}\`, { title: 'Break' })).title, 'Break')
  const { items } = await connect(service.root.plain).announcements.list()
  const title: string | undefined = items[0]?.title
  assert.equal(title, 'Break')
  assert.equal((await edit('DELETE', \`/announcements/\${id}\`)).status, 'trash')
  assert.equal((await read('/announcements')).total, 0)
  const { components, paths } = await read('/doc')
  assert.ok(components.schemas.Announcement.properties.title && paths['/announcements/{id}'].patch)
})

test('its image is for anyone once it is published, and not before', async () => {
  const { body: image } = await service.send('POST', '/images', {
    as: 'editor',
    body: await imageFile(400),
    headers: { 'Content-Type': 'image/png' },
  })
  const { id } = await edit('POST', '/announcements', { ...sent, status: 'draft', image: image.id })
  assert.equal((await get(\`/images/\${image.id}\`)).status, 400)
  await edit('PATCH', \`/announcements/\${id}\`, { status: 'publish' })
  assert.equal((await read(\`/images/\${image.id}\`)).id, image.id)
  assert.equal((await read(\`/announcements/\${id}\`)).image.id, image.id)
})

test('it has its page, in the sitemap and the feed too, and a draft has none', async () => {
  const { body: image } = await service.send('POST', '/images', {
    as: 'editor',
    body: await imageFile(410),
    headers: { 'Content-Type': 'image/png' },
  })
  const { id } = await edit('POST', '/announcements', { ...sent, image: image.id, signed: 'A & B <' })
  const { translations } = await read(\`/announcements/\${id}\`)
  const { url: hidden } = await edit('POST', '/announcements', { title: 'Hidden', status: 'draft' })
  const sitemap = { en: '/sitemap-1.xml', fr: '/fr/sitemap-1.xml' }
  const feeds = { en: '/announcements/feed/', fr: '/fr/annonces/feed/' }
  for (const language of ['en', 'fr'] as const) {
    const { url } = translations[language]
    const { status, text } = await get(url)
    assert.equal(status, 200, url)
    for (const part of language === 'en' ? [sent.title, sent.description] : [french.description])
      assert.ok(text.includes(part), part)
    assert.ok(text.includes(new URL(image.url).pathname), 'image')
    assert.ok(text.includes('A &amp; B &lt;'), 'signed')
    const { text: map } = await get(service.address + sitemap[language])
    assert.ok(map.includes(\`<loc>\${url}</loc>\`), sitemap[language])
    const { text: feed } = await get(service.address + feeds[language])
    assert.ok(feed.includes(\`<link>\${url}</link>\`) && feed.includes('type="image/png"'), feed)
    // text in HTML in XML
    assert.match(feed, /&lt;p&gt;Sign[^;]+: A &amp;amp; B &amp;lt;&lt;/)
    assert.match(feed, new RegExp(\`<guid isPermaLink="false">tag:[^<]+:announcement-\${id}</guid>\`))
    assert.ok(!map.includes(hidden) && !feed.includes(hidden))
  }
  assert.ok((await get(hidden)).status >= 400)
})

test('editors find it in the activity, and screens list and write it', async () => {
  const { id } = await edit('POST', '/announcements', sent)
  const activity = await service.send('GET', \`\${service.address}/admin/api/activity\`, {
    as: 'administrator',
    query: { kind: 'announcement' },
  })
  assert.equal(activity.body.activity[0].record, id)
  const counts = await service.send('GET', \`\${service.address}/admin/api/counts\`, {
    as: 'administrator',
    query: { kind: 'announcement' },
  })
  assert.equal(counts.status, 200, counts.text)
  const form = forms.announcement
  assert.ok(form)
  assert.equal(form.post, 'announcement')
  const { named, groups } = layoutOf(form)
  const names = [...named, ...groups.flatMap(({ fields }) => fields)].map(({ name }) => name)
  for (const name of ['title', 'description', 'image']) assert.ok(names.includes(name), name)
})
`,
  },
  tests: [...pages, ...document, 'test/http/every-url.test.ts'],
}
