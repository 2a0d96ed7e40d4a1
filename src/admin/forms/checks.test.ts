import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resources } from '../../resources/index.ts'
import { wrongWith } from './checks.ts'
import { type Form, forms } from './model.ts'

const fieldOf = (form: string, name: string) => {
  const match = (forms[form] as Form).fields.find(field => field.name === name)
  assert.ok(match)
  return match
}
const wrong = (form: string, name: string, text: string) =>
  wrongWith(fieldOf(form, name), text, 'It', 'en')

test('a form checks a text by its definition, and an empty text not at all', () => {
  assert.match(wrong('event', 'website', 'no url')?.sentence ?? '', /^It is not a URL\. Expected/)
  assert.match(
    wrong('event', 'registration_url', 'ftp://x.example')?.sentence ?? '',
    /^It is not a web URL/,
  )
  assert.match(wrong('venue', 'geo_lat', '91')?.sentence ?? '', /from -90 to 90/)
  assert.match(wrong('venue', 'geo_lat', 'north')?.sentence ?? '', /from -90 to 90/)
  const email = wrong('organizer', 'email', 'pas une adresse')
  assert.deepEqual(
    [email?.sentence.slice(0, 27), email?.isNote],
    ['It does not look like an e-', true],
  )
  for (const [form, name, text] of [
    ['event', 'website', 'https://example.org/'],
    ['event', 'website', ''],
    ['venue', 'geo_lat', ' 45.5 '],
    ['organizer', 'email', 'name@example.org'],
    ['event', 'cost', 'anything'],
  ] as const)
    assert.equal(wrong(form, name, text), undefined, text)
})

test('the server refuses what a form refuses, and accepts a value with a note', () => {
  const context = { now: 0, zone: 'UTC' }
  for (const form of Object.values(forms))
    for (const field of form.fields.filter(({ pattern }) => pattern))
      for (const text of ['no url', 'x', '1e9', 'ftp://x.example/', '200', 'a@b.example']) {
        const error = wrongWith(field, text, 'It', 'en')
        const type = resources[form.name].fields as Record<
          string,
          { type: { check(of: unknown, at: object): object } }
        >
        const isTaken = 'value' in (type[field.name]?.type.check(text, context) ?? {})
        if (error) assert.equal(isTaken, error.isNote, `${form.name}.${field.name}: ${text}`)
      }
})
