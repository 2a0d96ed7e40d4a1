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
const document = ['test/http/openapi-document.test.ts', 'test/http/openapi-responses.test.ts']

const field: Change = {
  most: 3,
  edits: [
    {
      file: 'src/resources/venue/venue.ts',
      before: '    translations: translationsField((): Resource => venue),',
      insert: `    accessibility: {
      label: { en: 'Accessibility', fr: 'Accessibilité' },
      type: line(),
      lives: 'text',
      searched: true,
      addition: true,
      en: 'How people with a disability get in.',
      fr: 'L’accès des personnes handicapées.',
    },`,
    },
    {
      file: 'src/resources/venue/venue.ts',
      before: '    json_ld: placeData,',
      insert: '    accessibility: true,',
    },
    {
      file: 'docs/en/resources.md',
      before: '| `zip` |  |  | The postal code. |',
      insert: '| `accessibility` |  |  | How people with a disability get in. |',
    },
    {
      file: 'docs/fr/resources.md',
      before: '| `zip` |  |  | Le code postal. |',
      insert: '| `accessibility` |  |  | L’accès des personnes handicapées. |',
    },
  ],
  proof: {
    file: 'test/house/added-field.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PatchOf, Venue, VenueDraft } from '../../src/sdk/types.ts'
import { edit, in_, read, restartService, useService } from '../support/scenario.ts'

useService()

test('a field is accepted, stored, shown, searched, documented and typed', async () => {
  const draft: VenueDraft = {
    venue: 'Hall',
    accessibility: 'Ramp beside the stairs',
    translations: { fr: { venue: 'Salle', accessibility: 'Rampe à côté' } },
  }
  const { id }: Venue = await edit('POST', '/venues', draft)
  await edit('POST', '/venues', { venue: 'Ladder' })
  await restartService()
  const one = async (path = \`/venues/\${id}\`): Promise<Venue> => read(path)
  const written: string | undefined = (await one()).accessibility
  assert.equal(written, 'Ramp beside the stairs')
  assert.equal((await one(in_('fr', \`/venues/\${id}\`))).accessibility, 'Rampe à côté')
  const found = async (search: string, base: 'en' | 'fr' = 'en') =>
    (await read(in_(base, '/venues'), { search })).venues.map((venue: Venue) => venue.id)
  assert.deepEqual(await found('beside'), [id])
  assert.deepEqual(await found('rampe', 'fr'), [id])
  const patch: PatchOf<'venue'> = { accessibility: null }
  await edit('PATCH', \`/venues/\${id}\`, patch)
  assert.equal('accessibility' in (await one()), false)
  assert.deepEqual(await found('beside'), [])
  for (const [base, sentence] of [['en', /disability/], ['fr', /handicapées/]] as const) {
    const { components } = await read(in_(base, '/doc'))
    for (const name of ['Venue', 'VenuePatch'])
      assert.match(components.schemas[name].properties.accessibility.description, sentence)
  }
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
  .map(path => `| \`/speakers${path}\` | GET, ${path && 'DELETE, '}POST${path && ', PUT, PATCH'} |`)
  .join('\n')

const resource: Change = {
  most: 4,
  edits: [
    {
      file: 'src/resources/speaker/speaker.ts',
      all: `import { title } from '../../define/field-types.ts'
import { type Resource, resource } from '../../define/resource.ts'
import { descriptionField, plainFilters, postFields, translationsField } from '../common.ts'
import { languageItems, linkedHead, slug } from '../shown.ts'

const one = { en: 'speaker', fr: 'intervenant' }
const many = { en: 'speakers', fr: 'intervenants' }

export const speaker = resource({
  name: 'speaker',
  path: 'speakers',
  page: { en: 'speaker', fr: 'intervenant' },
  family: 'post',
  titled: 'speaker',
  one,
  a: { en: 'a speaker', fr: 'un intervenant' },
  of: { en: 'of the speaker', fr: 'de l’intervenant' },
  many,
  about: { en: 'Someone who speaks at events.', fr: 'Quelqu’un qui intervient.' },
  fields: {
    ...postFields(one),
    speaker: {
      label: { en: 'Name', fr: 'Nom' },
      type: title({ sample: 'Ada' }),
      lives: 'text',
      required: true,
      searched: true,
      en: 'The name of the speaker.',
      fr: 'Le nom de l’intervenant.',
    },
    description: descriptionField(),
    translations: translationsField((): Resource => speaker),
  },
  shown: {
    ...linkedHead,
    speaker: true,
    description: true,
    slug,
    ...languageItems('speaker'),
  },
  filters: plainFilters(many),
})
`,
    },
    {
      file: 'src/resources/index.ts',
      before: "import { tag } from './tag/tag.ts'",
      insert: "import { speaker } from './speaker/speaker.ts'",
    },
    {
      file: 'src/resources/index.ts',
      of: 'export const resources = { event,',
      instead:
        'export const resources = { event, venue, organizer, category, tag, image, speaker }',
    },
    { file: 'docs/en/resources.md', before: '| `/categories` |', insert: routes },
    { file: 'docs/fr/resources.md', before: '| `/categories` |', insert: routes },
    {
      file: 'docs/en/resources.md',
      before: '| `organizer` | yes | yes |',
      insert: `| \`author\` |  |  | The speaker’s author, by user ID. |
| \`speaker\` | yes | yes | The name of the speaker. |`,
    },
    {
      file: 'docs/fr/resources.md',
      before: '| `organizer` | oui | oui |',
      insert: '| `speaker` | oui | oui | Le nom de l’intervenant. |',
    },
  ],
  proof: {
    file: 'test/house/added-resource.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '../../src/sdk/client.ts'
import { edit, get, ids, in_, read, restartService, send, service, useService } from '../support/scenario.ts'

useService()

test('a plain resource is written, read, listed, searched, guarded, documented and typed', async () => {
  const body = { speaker: 'Ada', description: 'Engines', translations: { fr: { speaker: 'Adèle' } } }
  const { id } = await edit('POST', '/speakers', body)
  const draft = await edit('POST', '/speakers', { speaker: 'Charles', status: 'draft' })
  await restartService()
  assert.equal((await read(\`/speakers/\${id}\`)).speaker, 'Ada')
  assert.equal((await read(in_('fr', '/speakers/by-slug/ada'))).speaker, 'Adèle')
  assert.deepEqual(ids((await read('/speakers')).speakers), [id])
  assert.deepEqual(ids((await read('/speakers', { search: 'engines' })).speakers), [id])
  assert.equal((await get(\`/speakers/\${draft.id}\`)).status, 403)
  assert.equal((await send('POST', '/speakers', { body })).status, 401)
  assert.equal((await edit('PATCH', \`/speakers/\${id}\`, { speaker: 'Ada L.' })).speaker, 'Ada L.')
  const { items } = await connect(service.root.plain).speakers.list()
  const name: string | undefined = items[0]?.speaker
  assert.equal(name, 'Ada L.')
  assert.equal((await edit('DELETE', \`/speakers/\${id}\`)).status, 'trash')
  assert.equal((await read('/speakers')).total, 0)
  const { components, paths } = await read('/doc')
  const { body: activity } = await service.send('GET', \`\${service.address}/admin/api/activity\`, {
    as: 'administrator',
    query: { kind: 'speaker' },
  })
  assert.equal(activity.activity[0].kind, 'speaker')
  assert.ok(components.schemas.Speaker.properties.speaker && paths['/speakers/{id}'].patch)
})
`,
  },
  tests: [...pages, ...document],
}

export const changes: Record<string, Change> = { field, filter, setting, resource }
