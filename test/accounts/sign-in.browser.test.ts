import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { password, startWithPasswords } from './browser-like.ts'

/** The script of a page of the service: it signs in, and writes by the API. */
const script = `(async () => {
  const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
  const by = ${JSON.stringify({ login: 'editor', password })}
  await fetch('/admin/api/session', { ...sent, body: JSON.stringify(by) })
  const { state, token } = await (await fetch('/admin/api/session')).json()
  const made = await fetch('/cal/events/v1/events', {
    method: 'POST',
    headers: { ...sent.headers, 'X-Almanac-Session': token },
    body: '{"title":"By a page","start_date":"2027-05-10","end_date":"2027-05-11"}',
  })
  return [state, made.status, document.cookie]
})()`

test('a browser keeps the session on its own machine, and shows it to no script', async t => {
  const service = await startWithPasswords()
  t.after(service.close)
  const browser = await openBrowser()
  t.after(() => browser.close())
  for (const host of ['localhost', '127.0.0.1']) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${service.address.replace('127.0.0.1', host)}/`)
    assert.deepEqual(await page.evaluate(script), ['signed-in', 201, ''], host)
    const [cookie] = await context.cookies()
    assert.deepEqual(
      [cookie?.name, cookie?.httpOnly, cookie?.secure, cookie?.sameSite],
      ['__Host-almanac', true, true, 'Lax'],
    )
    await context.close()
  }
})
