import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignedIn } from '../../sdk/index.ts'
import { ownPlace } from './own-language.ts'

const place = {
  base: '/admin',
  bases: { en: '/admin', fr: '/fr/admin' },
  accounts: '/admin/api',
  language: 'en' as const,
  locale: 'en-GB' as const,
  map: undefined,
}
const whoSpeaks = (language: 'en' | 'fr' | '') => ({
  user: { id: 1, login: 'a', language } as SignedIn['user'],
})

test('a user who opens the start screen sees it in their own language', () => {
  for (const path of ['/admin', '/admin/'])
    assert.equal(ownPlace(place, path, whoSpeaks('fr')), '/fr/admin/')
  assert.equal(ownPlace(place, '/admin/', whoSpeaks('en')), undefined)
  assert.equal(ownPlace(place, '/admin/', whoSpeaks('')), undefined)
})

test('the URL of a screen decides its language', () => {
  assert.equal(ownPlace(place, '/admin/events/12', whoSpeaks('fr')), undefined)
})
