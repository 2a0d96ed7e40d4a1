import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailboxOf } from './users.ts'

test('a mailbox is the same in any case of A–Z and in either form of its domain', () => {
  for (const email of ['editor@example.org', 'Editor@Example.ORG'])
    assert.equal(mailboxOf(email), 'editor@example.org')
  for (const email of ['x@exámple.org', 'X@EXÁMPLE.org', 'x@xn--exmple-qta.org'])
    assert.equal(mailboxOf(email), 'x@xn--exmple-qta.org')
  assert.equal(mailboxOf('é@example.org'), 'é@example.org')
})

test('mailboxes that only look alike are different', () => {
  const alike = ['éditor', 'ｅditor', 'edıtor', 'edİtor', 'еditor', 'EDITOR\u212a', 'editor´', 'ﬁ']
  for (const name of alike) assert.notEqual(mailboxOf(`${name}@example.org`), 'editor@example.org')
  assert.notEqual(mailboxOf('\u212a@example.org'), 'k@example.org')
})

test('an address with invisible characters is invalid', () => {
  const strange = [' editor', 'editor ', 'edi\u200btor', 'edi\u00adtor', 'edi\u0000tor']
  strange.push('edi\ntor', 'edi\u202etor', 'edi\ufe0ftor', 'edi\u034ftor', 'edi\u3164tor')
  for (const name of strange) assert.equal(mailboxOf(`${name}@example.org`), undefined, name)
  const domains = [
    'exa\u00admple.org',
    'example.org\u200b',
    'ｅxample.org',
    'a/b.é',
    'é:80',
    '１.２',
  ]
  for (const domain of [...domains, '', 'exa mple.org', 'a@b'])
    assert.equal(mailboxOf(`editor@${domain}`), undefined, domain)
})
