import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forms } from '../../forms/model.ts'
import type { Values } from '../../forms/values.ts'
import { compare } from './compare.ts'

const of = (
  facts: Values['facts'],
  en: Record<string, string>,
  fr: Record<string, string> = {},
) => ({
  facts,
  texts: { en, fr },
})
const { event } = forms as { event: NonNullable<(typeof forms)[string]> }

test('a version is compared with the current record, in common fields and in each language', () => {
  const then = of(
    { cost: '5', featured: true },
    { title: 'A grand concert' },
    { title: 'Un concert' },
  )
  const now = of(
    { cost: '', featured: true },
    { title: 'A small concert' },
    { title: 'Un concert' },
  )
  const { facts, texts } = compare(event, then, now)
  assert.deepEqual(
    facts.map(({ field, was, is }) => [field.name, was, is]),
    [['cost', '5', '']],
  )
  assert.deepEqual(
    texts.map(({ field, pieces }) => [field.name, pieces]),
    [
      [
        'title',
        {
          en: [
            { text: 'A ', in: 'both' },
            { text: 'grand', in: 'then' },
            { text: 'small', in: 'now' },
            { text: ' concert', in: 'both' },
          ],
        },
      ],
    ],
  )
  assert.deepEqual(compare(event, now, now), { facts: [], texts: [] })
})

test('of marked-up text the words are compared; where only the markup differs there are no words to show', () => {
  const then = of({}, { description: '<p>Come <b>all</b></p>' })
  const now = of({}, { description: '<p>Come all</p>' })
  const [text] = compare(event, then, now).texts
  assert.deepEqual(text?.pieces, { en: [{ text: 'Come all', in: 'both' }] })
})

test('an added or removed language is shown in full', () => {
  const [text] = compare(event, of({}, {}, { title: 'Fini' }), of({}, {}, {})).texts
  assert.deepEqual(text?.pieces, { fr: [{ text: 'Fini', in: 'then' }] })
})
