import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchParts } from '../../src/calendar/read/wide-search.ts'
import { html } from '../../src/define/field-types.ts'
import type { StoredRecord } from '../../src/define/record.ts'
import type { Resource } from '../../src/define/resource.ts'
import { venue } from '../../src/resources/venue/venue.ts'

const way = {
  type: html(),
  label: { en: 'Way', fr: 'Chemin' },
  lives: 'text' as const,
  searched: true as const,
  en: 'The way.',
  fr: 'Le chemin.',
}

test('an HTML field is searched without its markup, whatever it is called', () => {
  const resource: Resource = { ...venue, fields: { ...venue.fields, way } }
  const record: StoredRecord = {
    id: 1,
    kind: 'venue',
    version: 1,
    facts: { main: 'en' },
    texts: {
      en: { venue: 'Hall', name_key: 'hall', way: '<p><strong>Left</strong> &amp; up</p>' },
    },
    links: { venue: [], organizer: [], category: [], tag: [] },
  }
  assert.deepEqual(searchParts(resource, record).en, ['hall', 'left & up'])
})
