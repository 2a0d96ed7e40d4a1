import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Service } from '../support/service.ts'
import { openTab, startWithPasswords, type Tab } from './browser-like.ts'

let service: Service
let tab: Tab

before(async () => {
  service = await startWithPasswords({ timezone: 'Europe/Paris' })
  tab = openTab(service)
  await tab.signIn('contributor')
})
after(async () => {
  tab.close()
  await service.close()
})

const tried = (query: Record<string, string>, prefix = '') =>
  tab.send('GET', `${prefix}/admin/api/tried-event?${new URLSearchParams(query)}`)

describe('an unsaved event', () => {
  test('shows its times in its own zone, in UTC and in the zone of the site', async () => {
    const { status, body } = await tried({
      start_date: '2027-05-10T20:00',
      end_date: '2027-05-10T22:00',
      timezone: 'America/New_York',
      cost: '0',
    })
    assert.equal(status, 200)
    assert.deepEqual(body, {
      when: {
        timezone: 'America/New_York',
        timezone_abbr: 'EDT',
        start_date: '2027-05-10 20:00:00',
        end_date: '2027-05-10 22:00:00',
        utc_start_date: '2027-05-11 00:00:00',
        utc_end_date: '2027-05-11 02:00:00',
        site_timezone: 'Europe/Paris',
        site_start_date: '2027-05-11 02:00:00',
        site_end_date: '2027-05-11 04:00:00',
      },
      cost: { en: 'Free', fr: 'Gratuit' },
    })
  })

  test('has whole days, and costs as the site shows them', async () => {
    const day = { start_date: '2027-05-10', end_date: '2027-05-11', all_day: 'true' }
    const { body } = await tried({ ...day, cost: '12' })
    assert.deepEqual(
      [body.when.start_date, body.when.end_date, body.when.timezone, body.cost],
      ['2027-05-10 00:00:00', '2027-05-11 23:59:59', 'Europe/Paris', { en: '$12', fr: '$12' }],
    )
    assert.equal((await tried({ start_date: '2027-05-10' })).body.when, null)
  })

  test('is refused like a write, in the requested language', async () => {
    const late = { start_date: '2027-05-10T20:00', end_date: '2027-05-10T19:00' }
    const { status, body } = await tried(late, '/fr')
    assert.equal(status, 400)
    assert.equal(
      body.data.params.end_date,
      'end_date : un évènement ne peut pas finir avant d’avoir commencé.',
    )
    assert.ok((await tried({ cost: 'x'.repeat(400) })).body.data.params.cost)
    assert.ok((await tried({ timezone: 'Mars/Olympus' })).body.data.params.timezone)
    const nobody = openTab(service)
    assert.equal((await nobody.send('GET', 'tried-event')).status, 401)
    nobody.close()
  })
})
