import assert from 'node:assert/strict'
import { test } from 'node:test'
import { altTexts } from './image-values.ts'
import { refusalOf } from './refuse-file.ts'

const around = { most: 16 * 2 ** 20, locale: 'fr-FR' } as const
const file = (of: object) => ({ name: 'a.jpg', type: 'image/jpeg', size: 5, ...of })

test('a file that is empty, too large or HEIC is refused before it is sent, with what to do', () => {
  assert.equal(refusalOf(file({}), around), undefined)
  assert.equal(refusalOf(file({ size: around.most }), around), undefined)
  assert.equal(refusalOf(file({ size: 0 }), around), 'Le fichier est vide.')
  assert.equal(
    refusalOf(file({ size: 40 * 2 ** 20 + 1 }), around),
    'Le fichier fait 40,1\u00a0Mio. Le maximum est de 16\u00a0Mio.',
  )
  for (const photo of [{ name: 'IMG_1.HEIC', type: '' }, { type: 'image/heif' }])
    assert.match(String(refusalOf(file(photo), around)), /JPEG/)
})

test('the alternative texts of a new image go out in both languages', () => {
  assert.deepEqual(altTexts({ en: ' A mill ', fr: 'Un moulin' }, 'en'), {
    alt: 'A mill',
    translations: { fr: { alt: 'Un moulin' } },
  })
  assert.deepEqual(altTexts({ en: '', fr: 'Un moulin' }, 'fr'), { alt: 'Un moulin' })
  assert.deepEqual(altTexts({ en: '', fr: '' }, 'fr'), {})
})
