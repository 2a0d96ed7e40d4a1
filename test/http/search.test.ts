import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Service, startService } from '../support/service.ts'

// On PostgreSQL too: its trigrams are its own.

let service: Service
before(async () => {
  service = await startService({ clock: '2027-05-01T12:00:00Z' })
})
after(() => service.close())

const at = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' }

async function create(title: string, description = ''): Promise<number> {
  const reply = await service.send('POST', '/events', {
    as: 'editor',
    body: { title, description, ...at },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

async function find(search: string): Promise<number[]> {
  const reply = await service.send('GET', '/events', { query: { search, per_page: 50 } })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.events.map(({ id }: { id: number }) => id)
}

test('M11 a string that stands in a title or description is found, also with quotes or a minus', async () => {
  const texts = [
    '"christmas market" -harbour',
    'Saint-Jean',
    "rock'n'roll",
    'Say "Hello" to them',
    'R&B -live- session',
    '12" record - B-side',
    'Fête -50 %',
  ]
  for (const text of texts) {
    const titled = await create(text)
    const event = await create('Other', `<p>Before ${text.replace(/&/g, '&amp;')} after</p>`)
    const ids = await find(text)
    assert.ok(ids.includes(titled) && ids.includes(event), text)
  }
})

test('M11 words anywhere, quotes for a phrase, a minus to exclude', async () => {
  const inland = await create('Christmas market', 'On the square')
  const harbour = await create('Market of Christmas', 'At the harbour')
  const both = await find('market christmas')
  assert.ok(both.includes(inland) && both.includes(harbour))
  const phrase = await find('"christmas market" -harbour')
  assert.ok(phrase.includes(inland) && !phrase.includes(harbour))
  assert.ok(!(await find('christmas -harbour')).includes(harbour))
})

test('a word with an apostrophe is found without it', async () => {
  const id = await create('Aujourd’hui : l’été')
  for (const search of ['aujourdhui', 'Aujourd’hui', "aujourd'hui", 'lete', 'été'])
    assert.ok((await find(search)).includes(id), search)
})

test('M11 any title is found by itself', async () => {
  const part = fc.constantFrom(
    'jazz',
    '-jazz',
    '"',
    "'",
    '-',
    '+',
    ',',
    'É',
    '&',
    'tie',
    '-"tie"',
    '“no”',
  )
  const title = fc.array(part, { minLength: 1, maxLength: 6 }).map(parts => `x ${parts.join(' ')}`)
  await fc.assert(
    fc.asyncProperty(title, async text => {
      const id = await create(text)
      assert.ok((await newest(text)) >= id || (await find(text)).includes(id), text)
    }),
    { numRuns: 40 },
  )
})

/** Lists are in order of start and id: of very many twins only the last page has the newest. */
async function newest(search: string): Promise<number> {
  const { headers } = await service.send('GET', '/events', { query: { search } })
  const page = Number(headers['x-tec-totalpages'])
  if (page === 0) return 0
  const reply = await service.send('GET', '/events', { query: { search, page } })
  return Math.max(...reply.body.events.map(({ id }: { id: number }) => id))
}
