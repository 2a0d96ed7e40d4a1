import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localText, ownText, textFor, textsByLanguage } from './local-text.ts'
import { isSafeLink, siteLinks } from './site-links.ts'

test('a link leads to the web, to mail, to a telephone or to a path of this host, and never runs', () => {
  for (const url of [
    'https://example.org',
    'HTTP://example.org/a?b=c#d',
    '/events/',
    '/',
    'https://example.org/@town?a=b@c#@',
    'mailto:town@example.org',
    'tel:+33(0)4-72.10',
  ])
    assert.equal(isSafeLink(url), true, url)
  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://',
    'https://user:password@example.org/',
    'HTTP://user@example.org',
    'https://@example.org',
    'https:///x',
    'http://[',
    'ftp://example.org',
    'mailto:a b@example.org',
    'mailto:',
    'tel:alert(1)',
    'https://example.org/"><script>',
    'https://example.org/\u0000',
    'vbscript:x',
    'example.org',
    '',
    `https://example.org/${'a'.repeat(2000)}`,
  ])
    assert.equal(isSafeLink(url), false, url)
})

test('each line is a link: its text, and then its URL', () => {
  assert.deepEqual(siteLinks('Town hall https://a.example\n\n  Legal notice\u00a0/legal/ \n', 2), [
    { text: 'Town hall', url: 'https://a.example' },
    { text: 'Legal notice', url: '/legal/' },
  ])
  assert.deepEqual(siteLinks('', 2), [])
  for (const wrong of ['https://a.example', 'Words alone', 'a /\nb /\nc /', `${'x'.repeat(61)} /`])
    assert.equal(siteLinks(wrong, 2), undefined, wrong)
})

test('a text of the site is plain, or has each language, and is written in one form', () => {
  const both = localText({ fr: 'Agenda', en: 'Calendar' })
  assert.equal(both, '{"en":"Calendar","fr":"Agenda"}')
  assert.deepEqual([textFor(both, 'en'), textFor(both, 'fr')], ['Calendar', 'Agenda'])
  assert.equal(localText({ en: 'Agenda', fr: 'Agenda' }), 'Agenda')
  const one = localText({ en: '', fr: 'Agenda' })
  assert.deepEqual(
    [textFor(one, 'en'), ownText(one, 'en'), ownText(one, 'fr')],
    ['Agenda', '', 'Agenda'],
  )
  assert.equal(localText({ en: '', fr: '' }), '')
  const braces = localText({ en: '{"fr":"x"}', fr: '{"fr":"x"}' })
  assert.equal(textFor(braces, 'en'), '{"fr":"x"}')
})

test('a value that does not have a text in each language is refused, and text that only begins as JSON is plain', () => {
  for (const wrong of ['{"en":1}', '{"xx":"a"}', '[1]', '{"en":{"a":"b"}}', '{"__proto__":"x"}'])
    assert.equal(textsByLanguage(wrong), 'refused', wrong)
  for (const plain of ['{no', '[Fair]', 'Fair', '{"en":']) {
    assert.equal(textsByLanguage(plain), undefined, plain)
    assert.equal(textFor(plain, 'fr'), plain)
  }
  assert.equal(ownText('["a /","b /"]', 'fr'), 'a /\nb /')
})
