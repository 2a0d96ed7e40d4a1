import { type Change, document, pages } from '../change.ts'

export const change: Change = {
  max: 3,
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
import { feedExtensions } from '../../src/web/shell/feed-extensions.ts'
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
