// node .ci/bare.js address token: one event is created and read. Runs on any Node that may install.
import assert from 'node:assert/strict'

const [base, token] = process.argv.slice(2)
const events = `${base}/cal/events/v1/events`
const created = await fetch(events, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ title: 'Bare', start_date: '2030-06-01 20:00', end_date: '2030-06-01 22:00', status: 'publish' }),
})
const body = await created.json()
assert.equal(created.status, 201, JSON.stringify(body))
const read = await fetch(`${events}/${body.id}`)
assert.equal(read.status, 200)
assert.equal((await read.json()).title, 'Bare')
console.log(`Created and read event ${body.id}.`)
