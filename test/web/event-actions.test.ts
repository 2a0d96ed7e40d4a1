import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

let site: Service
const at = (day: string) => ({ start_date: `${day} 20:00`, end_date: `${day} 22:00` })
const tickets = 'https://tickets.example.org/?a=1&b=2'
const create = async (body: object) => {
  const { status, body: created, text } = await site.send('POST', '/events', { as: 'editor', body })
  assert.equal(status, 201, text)
  return created
}

before(async () => {
  site = await startService({ clock: '2027-03-01T10:00:00Z', timezone: 'Europe/Paris' })
  const cellar = { venue: 'Cellar' }
  const friends = { organizer: 'Friends' }
  const music = { categories: ['Music'] }
  const all = { venue: cellar, organizer: friends, ...music }
  await create({ title: 'Main', ...at('2027-03-06'), ...all, registration_url: tickets })
  await create({ title: 'Same place', ...at('2027-03-08'), venue: cellar, ...music })
  await create({ title: 'Same people', ...at('2027-03-09'), organizer: friends })
  for (const number of [1, 2, 3, 4, 5])
    await create({ title: `Music ${number}`, ...at(`2027-03-1${number}`), ...music })
  await create({ title: 'Secret', ...at('2027-03-07'), ...all, password: 'sesame' })
  await create({ title: 'Draft', ...at('2027-03-07'), ...all, status: 'draft' })
  await create({ title: 'Gone by', ...at('2027-02-01'), ...all, registration_url: tickets })
  await create({
    title: 'Called off',
    ...at('2027-03-07'),
    event_status: 'cancelled',
    registration_url: tickets,
  })
})
after(() => site.close())

const page = async (path: string) =>
  (await site.send('GET', site.address + path, { headers: { Accept: 'text/html' } })).text

test('a ticket button stands under the title while there is something to book', async () => {
  const open = await page('/event/main/')
  assert.ok(open.includes('<a class="button" href="https://tickets.example.org/?a=1&amp;b=2"'))
  assert.ok(open.indexOf('class="button"') < open.indexOf('class="calendars"'))
  for (const closed of ['/event/gone-by/', '/event/called-off/'])
    assert.doesNotMatch(await page(closed), /class="button"/, closed)
})

test('an event is shared by links that load nothing, in the language it is written in', async () => {
  const french = await page('/fr/evenement/main/')
  const url = `${site.address}/event/main/`
  assert.ok(french.includes(`data-share="Main" data-url="${url}"><summary>Partager</summary>`))
  assert.ok(french.includes(`href="https://wa.me/?text=Main%20${encodeURIComponent(url)}"`))
  assert.doesNotMatch(french, /(?:src|srcset)="https?:/)
  assert.doesNotMatch(await page('/event/secret/'), /data-share/)
})

test('related events are each shown once, at most three of a kind, and only those for anyone', async () => {
  const related = (text: string) => {
    const [, part = ''] = /<section class="related"(.*?)<\/section>/s.exec(text) ?? []
    return part
      .split('<h3>')
      .slice(1)
      .map(group => ({
        heading: /<a [^>]*>([^<]*)/.exec(group)?.[1],
        titles: [...group.matchAll(/<li>.*?<a [^>]*>([^<]*)/gs)].map(([, title]) => title),
      }))
  }
  assert.deepEqual(related(await page('/event/main/')), [
    { heading: 'Also at Cellar', titles: ['Same place'] },
    { heading: 'More by Friends', titles: ['Same people'] },
    { heading: 'More in Music', titles: ['Music 1', 'Music 2', 'Music 3'] },
  ])
  const [place] = related(await page('/fr/evenement/gone-by/'))
  assert.deepEqual(place, { heading: 'Au même lieu\u00a0: Cellar', titles: ['Main', 'Same place'] })
  assert.deepEqual(related(await page('/event/called-off/')), [])
})

test('the page of an event shows an event at its venue as soon as there is one', async () => {
  assert.doesNotMatch(await page('/event/main/'), /Just added/)
  await create({ title: 'Just added', ...at('2027-03-07'), venue: { venue: 'Cellar' } })
  assert.match(await page('/event/main/'), /Just added/)
})

test('the links to the events before and after say when these are', async () => {
  assert.match(
    await page('/event/same-people/'),
    /rel="prev"><span>Previous event<\/span><b>Same place<\/b><span><time[^>]*>Mon 8 March 2027/,
  )
  assert.match(
    await page('/fr/evenement/same-people/'),
    /rel="next"><span>Évènement suivant<\/span><b lang="en">Music 1<\/b><span><time[^>]*>jeu\. 11 mars 2027/,
  )
})

test('a cached page says that its event is over from the second on in which it ends', async () => {
  const path = '/event/same-place/'
  const over = /This event is over/
  site.clock.advance(Date.parse('2027-03-08T20:50:00Z') / 1000 - site.clock.now())
  for (let visit = 0; visit < 4; visit++) assert.doesNotMatch(await page(path), over)
  site.clock.advance(601)
  assert.match(await page(path), over)
})
