import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Service, startService } from '../support/service.ts'

let service: Service
before(async () => {
  service = await startService({
    currencyCode: 'EUR',
  })
})
after(() => service.close())

const at = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }

async function create(path: string, body: object) {
  const reply = await service.send('POST', path, { as: 'editor', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id as number
}
const event = (body: object) => create('/events', { title: 'E', ...at, ...body })
const read = async (path: string) => (await service.send('GET', path)).body
const linkedData = async (body: object) => (await read(`/events/${await event(body)}`)).json_ld

test('X8 offers have a number as price and the currency of the text', async () => {
  const rows: [unknown, string, number, string, number?][] = [
    ['12$ – 20$', 'AggregateOffer', 12, 'USD', 20],
    ['12,50 €', 'Offer', 12.5, 'EUR'],
    ['CAD 20', 'Offer', 20, 'CAD'],
    [15, 'Offer', 15, 'EUR'],
    ['0', 'Offer', 0, 'EUR'],
    ['gratuit', 'Offer', 0, 'EUR'],
    ['Free – £10', 'AggregateOffer', 0, 'GBP', 10],
    ['From $10 a head', 'Offer', 10, 'USD'],
  ]
  for (const [cost, type, price, currency, high] of rows) {
    const { offers } = await linkedData({ cost })
    assert.deepEqual(
      [offers['@type'], offers.price, offers.priceCurrency, offers.lowPrice, offers.highPrice],
      [type, price, currency, high && price, high],
      String(cost),
    )
  }
})

test('X8 what is no amount gives no offer', async () => {
  for (const cost of ['prix libre', 'donation', '', '-5', '20 kr', '$10 / €9'])
    assert.equal((await linkedData({ cost })).offers, undefined, cost)
})

test('empty members are left out, performer too', async () => {
  const data = await linkedData({ venue: { venue: 'Hall' }, organizer: { organizer: 'Friends' } })
  assert.deepEqual(Object.keys(data.location), ['@type', 'name', 'url', 'address'])
  assert.deepEqual(Object.keys(data.organizer), ['@type', 'name', 'url'])
  assert.equal(data.organizer['@type'], 'Organization')
  assert.deepEqual(
    [data.performer, data.description, data.offers],
    [undefined, undefined, undefined],
  )
})

const scraps = fc.constantFrom(
  ...[
    '</script',
    '</script>',
    '<script>',
    '<!--',
    '<img src=x onerror=alert(1)//',
    '<\u212a onclick=alert(1)>',
  ],
  ...[
    '&lt;/script&gt;',
    '&lt;img src=x onerror=alert(1)&gt;',
    '5 < 6',
    '<3',
    '<',
    '>',
    ' ',
    'a',
    '&amp;lt;b',
  ],
)
const payload = fc.array(scraps, { minLength: 1, maxLength: 6 }).map(parts => parts.join(''))

test('linked data ends no script around it, whatever the texts say', async () => {
  const fields = fc.record({
    title: payload,
    description: payload,
    name: payload,
    address: payload,
    phone: payload,
  })
  await fc.assert(
    fc.asyncProperty(fields, async ({ title, description, name, address, phone }) => {
      const id = await event({
        title: `T ${title}`,
        description,
        venue: { venue: `V ${name}`, description, address, phone },
        organizer: { organizer: `O ${name}`, description, phone, email: address },
      })
      const reply = await service.send('GET', `/events/${id}`)
      const at = reply.text.lastIndexOf('"json_ld":{"@context"')
      assert.ok(at > 0)
      assert.ok(!reply.text.slice(at).includes('<'), reply.text.slice(at))
      for (const data of [reply.body, reply.body.venue, reply.body.organizer[0]])
        assert.doesNotMatch(JSON.stringify(data.json_ld), /<[a-z/!?]/i)
    }),
    { numRuns: 60 },
  )
})

test('a text keeps what only looks like markup', async () => {
  const id = await event({ title: 'I <3 jazz, 5 < 6' })
  const reply = await service.send('GET', `/events/${id}`)
  assert.equal(reply.body.json_ld.name, 'I <3 jazz, 5 < 6')
  assert.match(reply.text, /I \\u003c3 jazz, 5 \\u003c 6/)
})
