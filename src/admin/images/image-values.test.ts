import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ImageValues, imagePatch, middle } from './image-values.ts'

const none = { title: '', alt: '' }
const of = (en: ImageValues['texts']['en'], fr: ImageValues['texts']['fr']): ImageValues => ({
  main: 'en',
  texts: { en, fr },
  credit: '',
  focus: middle,
})

test('each language of an image is sent separately, and deleted when it is empty', () => {
  const both = of({ title: 'Stage', alt: 'A stage' }, { title: 'Scène', alt: 'Une scène' })
  const sent = (values: ImageValues, was = both) => imagePatch(values, was).translations ?? {}
  assert.deepEqual(sent(both), both.texts)
  assert.deepEqual(sent(of(both.texts.en, { title: ' ', alt: 'Une scène' })).fr, {
    title: null,
    alt: 'Une scène',
  })
  assert.deepEqual(sent(of(none, both.texts.fr)), { en: null, fr: both.texts.fr })
  assert.deepEqual(sent(of(both.texts.en, none), of(both.texts.en, none)), { en: both.texts.en })
})
