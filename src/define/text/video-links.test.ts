import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearIn } from '../../../test/support/growth.ts'
import { cleanHtml, paragraphs } from './html.ts'
import { playerOrigins, videoAt, videosIn } from './video-links.ts'

const id = 'dQw4w9WgXcQ'
const player = `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`
const videos = (html: string) => videosIn(paragraphs(cleanHtml(html)))

test('URLs of videos on known hosts have a player, and other URLs do not', () => {
  for (const href of [
    `https://www.youtube.com/watch?v=${id}&t=10`,
    `https://youtu.be/${id}?si=x`,
    `http://m.youtube.com/shorts/${id}`,
    `https://youtube.com/live/${id}/`,
  ])
    assert.equal(videoAt(href)?.player, player, href)
  assert.equal(
    videoAt('https://vimeo.com/76979871')?.player,
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1',
  )
  assert.match(
    videoAt('https://www.dailymotion.com/video/x8abc')?.preview ?? '',
    /thumbnail\/video\/x8abc$/,
  )
  for (const href of [
    'https://www.youtube.com/playlist?list=x',
    `https://www.youtube.com/watch?v=${id}"onload=x`,
    `https://youtube.com.evil.example/watch?v=${id}`,
    `https://evil.example/?https://youtu.be/${id}`,
    'https://vimeo.com/../x',
    `ftp://youtu.be/${id}`,
    `//youtu.be/${id}`,
    'javascript:alert(1)//youtube.com/watch?v=',
    '',
  ])
    assert.equal(videoAt(href), undefined, href)
})

test('every player is on a host that pages may frame', () => {
  for (const href of [
    `https://youtu.be/${id}`,
    'https://vimeo.com/1',
    'https://dailymotion.com/video/x1',
  ])
    assert.ok(playerOrigins.includes(new URL(videoAt(href)?.player ?? '').origin), href)
})

test('a link to a video, or its URL, becomes a video if it is alone in its paragraph', () => {
  const href = `https://youtu.be/${id}`
  const frame = `<iframe src="https://www.youtube.com/embed/${id}" title="Trailer"></iframe>`
  for (const [html, name] of [
    [`<p>a</p>${frame}<p>b</p>`, 'Trailer'],
    [`<figure><div>${frame}</div></figure>`, 'Trailer'],
    [`a\n\n${href}\n\nb`, ''],
    [`<p><a href="${href}">${href}</a></p>`, ''],
    [`<p> <a href="${href}">Q &amp; A</a></p>`, 'Q & A'],
    [`<p><a href="${href}">Q &amp; A</a></p>`, 'Q & A'],
    [`<p>See <a href="${href}">this</a></p>`, undefined],
    [`<p><a href="${href}"><b>this</b></a></p>`, undefined],
    [`<ul><li><a href="${href}">this</a></li></ul>`, undefined],
    [`<p>${href} and more</p>`, undefined],
  ] as const)
    assert.deepEqual(
      videos(html).map(video => video.name),
      name === undefined ? [] : [name],
      html,
    )
})

test('a text of thousands of videos is read in linear time', async () => {
  const videos = (count: number) => `<p><a href="https://vimeo.com/1">x</a></p>\n`.repeat(count)
  await linearIn(8000, videos, text => videosIn(text))
})
