import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/service.ts'

test('links of users are marked as theirs on pages, and the API returns them as written', async t => {
  const site = await startService({ clock: '2027-03-01T10:00:00Z' })
  t.after(site.close)
  const link = (rest: string) => `<a href="https://spam.example/?a&gt;b"${rest}>pills</a>`
  const description = `<p>${link(' target="_blank" rel="opener"')} ${link('')}</p>`
  const website = 'https://spam.example/site'
  const { status, body } = await site.send('POST', '/events', {
    as: 'editor',
    body: {
      title: 'Fair',
      start_date: '2027-05-01 10:00',
      end_date: '2027-05-01 12:00',
      description,
      website,
      attendance: 'mixed',
      online_url: 'https://spam.example/live',
      venue: { venue: 'Hall', website, description },
      organizer: { organizer: 'Club', website, description },
    },
  })
  assert.equal(status, 201)
  assert.doesNotMatch(body.description, /nofollow/)
  const pages = [body.url, body.venue.url, body.organizer[0].url]
  for (const url of pages) {
    const { text } = await site.send('GET', site.address + new URL(url).pathname)
    const links = text.match(/<a [^>]*href="https:\/\/spam\.example[^>]*>/g) ?? []
    assert.ok(links.length >= 3, `${url}: ${links}`)
    for (const each of links) {
      assert.match(each, / rel="(?:[\w-]+ )*nofollow ugc noopener"/, url)
      assert.doesNotMatch(each, /\bopener/)
    }
  }
})
