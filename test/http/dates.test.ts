import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({ clock: '2026-11-21T12:00:00Z' })
})
after(() => service.close())

const event = (start_date: string, more = {}) => ({
  title: 'Slashed',
  start_date,
  end_date: '2027-12-31 12:00',
  ...more,
})
const post = (language: 'en' | 'fr', body: object) =>
  service.send('POST', `${service.root[language]}/events`, { as: 'editor', body })

test('T11 slashed dates are month first in English and refused in French, in bodies and filters', async () => {
  const english = await post('en', event('05/12/2027 10:00'))
  assert.equal(english.body.start_date, '2027-05-12 10:00:00')
  const french = await post('fr', event('05/12/2027 10:00'))
  assert.deepEqual([french.status, french.body.code], [400, 'rest_invalid_param'])
  assert.match(french.body.data.params.start_date, /écrivez l’année en premier, comme 2027-12-05/)
  const asked = await post('en', event('05/12/2027 10:00', { ml_language: 'fr' }))
  assert.equal(asked.status, 400)

  const list = (language: 'en' | 'fr', start_date: string) =>
    service.send('GET', `${service.root[language]}/events`, { query: { start_date } })
  assert.equal((await list('en', '01/12/2026')).status, 200)
  const filtered = await list('fr', '01/12/2026')
  assert.equal(filtered.status, 400)
  assert.match(filtered.body.data.params.start_date, /année en premier/)
  assert.equal((await list('fr', '2026/12/01')).status, 200)
})

test('zones are written as IANA writes them, and a lone city is told its zone', async () => {
  const zoned = async (timezone: string) =>
    (await post('en', event('2027-01-01 10:00', { timezone }))).body
  for (const [sent, written] of [
    ['europe/paris', 'Europe/Paris'],
    ['AMERICA/MONTREAL', 'America/Montreal'],
    ['us/eastern', 'US/Eastern'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['utc', 'UTC'],
    ['utc+2', 'UTC+2'],
    ['etc/zulu', 'Etc/Zulu'],
    ['cet', 'CET'],
    ['+02:00', '+02:00'],
  ] as const)
    assert.equal((await zoned(sent)).timezone, written)
  assert.match((await zoned('Paris')).data.params.timezone, /Did you mean Europe\/Paris\?/)
  const french = await post('fr', event('2027-01-01 10:00', { timezone: 'montréal' }))
  assert.match(french.body.data.params.timezone, /America\/Montreal/)
  assert.doesNotMatch((await zoned('Atlantis')).data.params.timezone, /Did you mean/)
})
