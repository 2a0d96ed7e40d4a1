import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { copyTextImages } from '../../src/calendar/write/text-images.ts'
import { prose } from '../../src/web/parts/prose.ts'
import { type Service, startService } from '../support/service.ts'

let site: Service
before(async () => {
  site = await startService({ clock: '2027-03-01T10:00:00Z' })
})
after(() => site.close())

const frame = '<iframe src="https://player.vimeo.com/video/76979871" title="The trailer"></iframe>'

async function create(title: string, description: string) {
  const dates = { start_date: '2027-03-06 20:00', end_date: '2027-03-06 22:00' }
  const body = { title, description, ...dates }
  const reply = await site.send('POST', '/events', { as: 'editor', body })
  assert.equal(reply.status, 201, reply.text)
}
const get = (path: string) => site.send('GET', site.address + path)
const policyAt = async (path: string) =>
  String((await get(path)).headers['content-security-policy'])

test('a page frames the player of its video and no other, and pages without one frame nothing', async () => {
  await create('Film', `<p>Words</p>${frame}`)
  await create('Plain', '<p data-player="https://www.youtube-nocookie.com/x">Words</p>')
  assert.match(await policyAt('/event/film/'), /; frame-src https:\/\/player\.vimeo\.com$/)
  for (const path of ['/event/plain/', '/events/list/', '/'])
    assert.doesNotMatch(await policyAt(path), /frame-src/)
})

test('a video is a link to its page until a script plays it', async () => {
  await create('Short film', frame)
  assert.match(
    (await get('/event/short-film/')).text,
    /"video" href="https:\/\/vimeo\.com\/76979871"/,
  )
})

test('the image of a video is shown by its copy, and a plain field where there is none', async () => {
  const queries: string[][] = []
  const facts = { file: 'a.jpg', width: 480, height: 360, mime: 'image/jpeg', sizes: '{}' }
  const preview = 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg'
  const render = async (copies: Map<string, object>) => {
    const request = {
      language: 'en',
      locale: 'en-GB',
      links: { publicUrl: site.address, homeIn: { en: '', fr: '' } },
      world: { settings: { basePath: '', namespace: 'x/v1' }, site: { locales: {} } },
      reading: {
        copies: async (urls: string[]) => {
          queries.push(urls)
          return copies
        },
      },
    }
    const text = 'https://youtu.be/dQw4w9WgXcQ'
    return String(await prose(request as never, { text, lang: undefined }))
  }
  const texts = { en: { title: 'a' } }
  assert.match(
    await render(new Map([[preview, { id: 1, kind: 'image', main: 'en', facts, texts }]])),
    /data-player="https:\/\/www\.youtube-nocookie\.com[^>]*><span class="video-image"><img src="\/uploads\/a\.jpg"/,
  )
  assert.match(await render(new Map()), /<span class="video-image"><\/span>/)
  assert.deepEqual(queries, [[preview], [preview]])
})

test('a write copies the image of a video that its text shows', async () => {
  const fetched: string[] = []
  const context = {
    now: () => 0,
    store: { lookup: async () => [] },
    imageStore: {
      fetch: async (url: string) => {
        fetched.push(url)
        return { refused: 'network' }
      },
    },
  }
  const description =
    '<p>https://youtu.be/dQw4w9WgXcQ</p><p>See <a href="https://youtu.be/aaaaaaaaaaa">this</a></p>'
  const record = { texts: { en: { description } } }
  await copyTextImages(context as never, { actor: {}, language: 'en' } as never, record as never)
  assert.deepEqual(fetched, ['https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg'])
})
