/** The usual changes as they are really made: what `npm run house:cost` writes into a copy, and how many files each may touch. */

/** Puts lines before a line that is in the file once, or something else instead of such a line, or makes a file. */
export type Edit = { file: string } & (
  | { before: string; insert: string }
  | { of: string; instead: string }
  | { all: string }
)

export type Change = {
  /** The most files, by the table of “How to add”. */
  most: number
  edits: Edit[]
  /** A test that sees whether the change works, written into the copy beside it. */
  proof: { file: string; all: string }
  /** The change itself asks for a test: the proof counts as one of its files. */
  isProofCounted?: true
  /** Tests of the repository that must pass with it as they are. */
  tests: string[]
}

const pages = ['docs', 'twins', 'french'].map(name => `test/house/${name}.test.ts`)
const document = ['document', 'responses', 'shape'].map(name => `test/http/openapi-${name}.test.ts`)

const field: Change = {
  most: 3,
  edits: [
    {
      file: 'src/resources/event/event.ts',
      before: '    translations: translationsField((): Resource => event),',
      insert: `    dress_code: {
      label: { en: 'Dress code', fr: 'Tenue' },
      type: line(),
      lives: 'text',
      searched: true,
      onPage: true,
      inFeeds: true,
      addition: true,
      en: 'What to wear.',
      fr: 'La tenue conseillée.',
    },`,
    },
    {
      file: 'src/resources/event/event.ts',
      of: '  html,',
      instead: '  html,\n  line,',
    },
    {
      file: 'src/resources/event/event.ts',
      before: '    json_ld: eventData,',
      insert: '    dress_code: true,',
    },
    {
      file: 'docs/en/resources.md',
      before: '| `ticketed` |',
      insert: '| `dress_code` |  |  | What to wear. |',
    },
    {
      file: 'docs/fr/resources.md',
      before: '| `ticketed` |',
      insert: '| `dress_code` |  |  | La tenue conseillée. |',
    },
  ],
  proof: {
    file: 'test/house/added-field.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarEvent, EventDraft, PatchOf } from '../../src/sdk/types.ts'
import { feedExtensions } from '../../src/web/feeds/extensions.ts'
import { edit, in_, read, restartService, service, tenToNoon, useService } from '../support/scenario.ts'

useService()

const draft: EventDraft = {
  title: 'Ball',
  ...tenToNoon,
  dress_code: 'Black tie',
  translations: { fr: { title: 'Bal', dress_code: 'Tenue de soirée' } },
}
const text = async (path: string) =>
  (await service.send('GET', service.address + path)).text.replaceAll('\\r\\n ', '')

test('a field is accepted, stored, shown, searched, documented and typed', async () => {
  const { id }: CalendarEvent = await edit('POST', '/events', draft)
  await edit('POST', '/events', { title: 'Ladder', ...tenToNoon })
  await restartService()
  const one = async (path = \`/events/\${id}\`): Promise<CalendarEvent> => read(path)
  const written: string = (await one()).dress_code
  assert.equal(written, 'Black tie')
  assert.equal((await one(in_('fr', \`/events/\${id}\`))).dress_code, 'Tenue de soirée')
  const found = async (search: string, base: 'en' | 'fr' = 'en') =>
    (await read(in_(base, '/events'), { search })).events.map((event: CalendarEvent) => event.id)
  assert.deepEqual(await found('tie'), [id])
  assert.deepEqual(await found('soirée', 'fr'), [id])
  const patch: PatchOf<'event'> = { dress_code: null }
  await edit('PATCH', \`/events/\${id}\`, patch)
  assert.equal((await one()).dress_code, '')
  assert.deepEqual(await found('tie'), [])
  for (const [base, sentence] of [['en', /wear/], ['fr', /conseillée/]] as const) {
    const { components } = await read(in_(base, '/doc'))
    for (const name of ['Event', 'EventPatch'])
      assert.match(components.schemas[name].properties.dress_code.description, sentence)
  }
})

test('a field is on the page of its event and in every feed, in both languages', async () => {
  const { slug }: CalendarEvent = await edit('POST', '/events', { ...draft, title: 'Gala' })
  const page = await text(\`/event/\${slug}/\`)
  assert.match(page, /<dt>Dress code<\\/dt><dd>Black tie<\\/dd>/)
  assert.doesNotMatch(await text('/event/ladder/'), /Dress code/)
  for (const format of feedExtensions) {
    assert.match(await text(\`/events.\${format}\`), /Black tie/, format)
    assert.match(await text(\`/fr/evenements.\${format}\`), /Tenue de soirée/, format)
  }
  assert.match(await text('/events.ics'), /Dress code: Black tie/)
  assert.match((await text('/events.csv')).split('\\n')[0] ?? '', /,dress_code/)
})

test('a password hides a field on pages and in feeds', async () => {
  const secret = { ...draft, dress_code: 'Wordofsecret', password: 'sesame', translations: null }
  const { slug }: CalendarEvent = await edit('POST', '/events', secret)
  const paths = [\`/event/\${slug}/\`, '/events/list/', '/events/month/2027-05/']
  for (const path of [...paths, ...feedExtensions.map(format => \`/events.\${format}\`)])
    assert.doesNotMatch(await text(path), /Wordofsecret/, path)
})
`,
  },
  tests: [...pages, ...document, 'test/http/linked-records.test.ts'],
}

const filter: Change = {
  most: 5,
  edits: [
    {
      file: 'src/resources/event/filters.ts',
      before: '  geoloc: filter(flag(), {',
      insert: `  sticky: {
    ...filter(flag(), {
      en: 'With true only events shown first in their day, with false only others.',
      fr: 'Avec true, les évènements en tête de leur jour ; avec false, les autres.',
    }),
    addition: true,
  },`,
    },
    {
      file: 'src/store/read/event-filters.ts',
      before: "  parent: { sort: 'id' },",
      insert: "  sticky: { sort: 'flag' },",
    },
    {
      file: 'docs/en/lists.md',
      before: '| `ticketed` |  | Events with tickets (true) or without (false). |',
      insert:
        '| `sticky` |  | With true only events shown first in their day, with false only others. |',
    },
    {
      file: 'docs/fr/lists.md',
      before: '| `ticketed` |  | Évènements avec billetterie (true) ou sans (false). |',
      insert:
        '| `sticky` |  | Avec true, les évènements en tête de leur jour ; avec false, les autres. |',
    },
  ],
  isProofCounted: true,
  proof: {
    file: 'test/http/sticky.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, create, ids, read, useService } from '../support/scenario.ts'

useService()

test('lists can be asked for events that come first in their day', async () => {
  const [first, other] = [await create({ sticky: true }), await create({})]
  const found = async (sticky: boolean) => ids((await read('/events', { sticky })).events)
  for (let n = 0; n < 3; n++)
    assert.deepEqual([await found(true), await found(false)], [[first.id], [other.id]])
  await change(other.id, { sticky: true })
  assert.deepEqual([await found(true), await found(false)], [[first.id, other.id], []])
})
`,
  },
  tests: [
    ...pages,
    ...document,
    'test/stores/list-index.test.ts',
    'test/stores/plans.test.ts',
    'test/stores/version.test.ts',
    'test/stores/derived.test.ts',
  ],
}

const setting: Change = {
  most: 4,
  edits: [
    {
      file: 'src/config/settings.ts',
      before: '  gracePeriod: {',
      insert: `  keepAlive: {
    type: span('ms', 0, 600_000),
    default: 20_000,
    en: 'How long a connection stays open without a request, in milliseconds.',
    fr: 'La durée pendant laquelle une connexion reste ouverte sans requête, en millisecondes.',
  },`,
    },
    {
      file: 'src/main.ts',
      before: '  const listening = await listen(server, settings)',
      insert: '  server.keepAliveTimeout = settings.keepAlive',
    },
    ...(['en', 'fr'] as const).map(language => ({
      file: `docs/${language}/settings.md`,
      before: '| `gracePeriod` | `ALMANAC_GRACE_PERIOD` |',
      insert: {
        en: '| `keepAlive` | `ALMANAC_KEEP_ALIVE` | `--keep-alive` | `20000` | How long a connection stays open without a request, in milliseconds. |',
        fr: '| `keepAlive` | `ALMANAC_KEEP_ALIVE` | `--keep-alive` | `20000` | La durée pendant laquelle une connexion reste ouverte sans requête, en millisecondes. |',
      }[language],
    })),
  ],
  proof: {
    file: 'test/house/added-setting.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, useService } from '../support/scenario.ts'

useService({ keepAlive: 7000 })

test('a setting has its effect', async () => {
  assert.equal((await get('/events')).headers['keep-alive'], 'timeout=7')
})
`,
  },
  tests: [...pages, 'test/cli/configuration.test.ts', 'src/config/config.test.ts'],
}

const routes = ['', '/{id}', '/by-slug/{slug}']
  .map(
    path =>
      `| \`/announcements${path}\` | GET, ${path && 'DELETE, '}POST${path && ', PUT, PATCH'} |`,
  )
  .join('\n')

/** Two files of code, and two pages in each language. */
const resource: Change = {
  most: 6,
  edits: [
    {
      file: 'src/resources/announcement/announcement.ts',
      all: `import { line, title } from '../../define/field-types.ts'
import { type Resource, resource } from '../../define/resource.ts'
import { descriptionField, plainFilters, postFields, translationsField } from '../common.ts'
import { imageIfAny } from '../image/image.ts'
import { imageField } from '../image/image-type.ts'
import { languageItems, linkedHead, slug } from '../shown.ts'

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
  shown: {
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
      file: 'src/resources/index.ts',
      before: "import { category } from './category/category.ts'",
      insert: "import { announcement } from './announcement/announcement.ts'",
    },
    {
      file: 'src/resources/index.ts',
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
import { picture } from '../support/openapi-body.ts'
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
    body: await picture(400),
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
    body: await picture(410),
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

/** A screen for editors with an operation of its own: its verb, its row, its handler, the screen, and its place in the menu. */
const operation: Change = {
  most: 5,
  edits: [
    {
      file: 'src/calendar/read/untitled.ts',
      all: `import type { Actor } from '../access/access.ts'
import { seesOthers } from '../access/access.ts'
import type { Context } from '../context.ts'

/** How many records wait for a word in another language. */
export const untitled = async ({ site }: Context, actor: Actor, most: number) =>
  seesOthers(actor) ? Math.min(most, site.perPage) : 0
`,
    },
    {
      file: 'src/operations/admin-api/records.ts',
      before: "  'POST /merge': {",
      insert: `  'GET /untitled': {
    name: 'countUntitled',
    access: 'account',
    summary: { en: 'Count records without a title', fr: 'Compter les fiches sans titre' },
    params: {
      most: {
        type: count({ most: 50, sample: 5 }),
        default: 50,
        en: 'The most to count.',
        fr: 'Le nombre maximal à compter.',
      },
    },
    returns: exact(
      { en: 'The count.', fr: 'Le nombre.' },
      { untitled: whole({ en: 'How many there are.', fr: 'Leur nombre.' }) },
    ),
  },`,
    },
    {
      file: 'src/http/admin-api/records.ts',
      before: "  async 'POST /merge'(",
      insert: `  'GET /untitled': async ({ service, actor, values }) => ({
    body: { untitled: await service.calendar.perform(untitled, actor, values.most) },
  }),
`,
    },
    {
      file: 'src/http/admin-api/records.ts',
      before: 'import { mergeRecords } from',
      insert: "import { untitled } from '../../calendar/read/untitled.ts'",
    },
    {
      file: 'src/admin/screens/untitled.tsx',
      all: `import { useQuery } from '@tanstack/react-query'
import { useKnown, useWordsOf } from '../context.tsx'
import { ProblemNote } from '../parts/problem.tsx'
import { Title, type TitledScreen } from '../parts/title.tsx'

const words = { count: { en: 'Without a title: {count}', fr: 'Sans titre : {count}' } }

export function Untitled({ title }: TitledScreen) {
  const { server } = useKnown()
  const w = useWordsOf(words)
  const { data, error } = useQuery({
    queryKey: ['untitled'],
    queryFn: () => server.admin('GET /untitled', { most: 20 }),
  })
  return (
    <>
      <Title text={title} />
      <ProblemNote error={error} />
      {data && <p>{w('count', { count: data.untitled })}</p>}
    </>
  )
}
`,
    },
    {
      file: 'src/admin/screens/others.tsx',
      before: "    path: 'users',",
      insert: `    path: 'untitled',
    title: { en: 'Without a title', fr: 'Sans titre' },
    isFor: seesOthers,
    Screen: lazy(async () => ({ default: (await import('./untitled.tsx')).Untitled })),
  },
  {`,
    },
  ],
  proof: {
    file: 'test/house/added-operation.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAdmin } from '../../src/sdk/admin.ts'
import { service, useService } from '../support/scenario.ts'

useService()

test('it is answered, checked, documented and typed, and the screens are built with it', async () => {
  const admin = connectAdmin(\`\${service.address}/admin/api\`, { token: 'alm_token_of_editor' })
  const { untitled }: { untitled: number } = await admin('GET /untitled', { most: 3 })
  assert.equal(untitled, 3)
  await assert.rejects(admin('GET /untitled', { most: 0 }), { code: 'rest_invalid_param' })
  const { body } = await service.send('GET', \`\${service.address}/en/admin/api/doc\`)
  assert.equal(body.paths['/untitled'].get.operationId, 'countUntitled')
})
`,
  },
  tests: ['test/accounts/document.test.ts', 'src/operations/paths.test.ts'],
}

export const changes: Record<string, Change> = { field, filter, setting, resource, operation }
