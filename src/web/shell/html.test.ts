import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, nothing, raw } from './html.ts'

test('texts are escaped wherever they stand, and pieces of HTML are not escaped again', () => {
  const hostile = `<b title="a">'&amp;`
  const escaped = '&lt;b title=&quot;a&quot;&gt;&#39;&amp;amp;'
  assert.equal(
    `${html`<p class="${hostile}">${hostile}</p>`}`,
    `<p class="${escaped}">${escaped}</p>`,
  )
  assert.equal(
    `${html`<div>${html`<p>${hostile}</p>`}${raw('<i>')}</div>`}`,
    `<div><p>${escaped}</p><i></div>`,
  )
  assert.equal(`${html`${'é ’'}${'a&b'}`}`, 'é ’a&amp;b')
})

test('numbers are written, lists are joined, and what is missing leaves nothing', () => {
  assert.equal(`${html`${0} ${-1.5}`}`, '0 -1.5')
  const items = ['a', 'b<'].map(item => html`<li>${item}</li>`)
  assert.equal(`${html`<ul>${items}</ul>`}`, '<ul><li>a</li><li>b&lt;</li></ul>')
  assert.equal(`${html`${['<', [1, [html`<br>`, undefined]]]}`}`, '&lt;1<br>')
  assert.equal(`${html`[${null}${undefined}${false}${true}${''}${[]}${nothing}]`}`, '[]')
})
