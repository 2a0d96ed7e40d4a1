import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withFrenchSpaces } from '../layout/layout.ts'
import { html, raw } from './html.ts'

const spaced = (text: string) => withFrenchSpaces(raw(text)).toString()

test('a sign of French texts keeps to its word', () => {
  assert.equal(
    spaced('<h3>Visite : « Chefs-d’œuvre » ; pour qui ?</h3> <p>Venez !</p>'),
    '<h3>Visite\u00a0: «\u00a0Chefs-d’œuvre\u00a0»\u202f; pour qui\u202f?</h3> <p>Venez\u202f!</p>',
  )
})

test('attributes, what is typed, scripts and entities stay as they are', () => {
  for (const text of [
    '<a title="Où ?" href="/liste/?q=a : b">ici</a>',
    '<textarea name="title">\nVisite : ici</textarea>',
    '<script>a ? b : c</script>',
    '<pre><code>a ? b : c</code></pre>',
    '<p> : </p>',
    html`<p>${'“a” & "b" ;-'}</p>`.toString().replace(' ;', ';'),
  ])
    assert.equal(spaced(text), text)
})
