import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSafeUrl } from './allowed-copy.ts'

test('a URL is safe if it is relative or has a stored scheme; an invalid one is not, and breaks no editor', () => {
  for (const url of ['/fr/', '#top', 'a.jpg', 'https://site.example/a', 'mailto:a@site.example'])
    assert.equal(isSafeUrl(url), true, url)
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,a',
    'https://',
    'http://[',
    'https://a b/',
  ])
    assert.equal(isSafeUrl(url), false, url)
})
