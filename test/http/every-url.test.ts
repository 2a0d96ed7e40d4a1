import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { languages } from '../../src/define/text/language.ts'
import { resourceNames } from '../../src/resources/table.ts'
import { feedExtensions } from '../../src/web/shell/feed-extensions.ts'
import { fill, openGallery, openMaker, pathsOfKinds } from '../support/openapi-calendar.ts'
import { type Reply, type Service, startService } from '../support/service.ts'

let service: Service
let gallery: Awaited<ReturnType<typeof openGallery>>

before(async () => {
  gallery = await openGallery()
  service = await startService({ timezone: 'Europe/Paris', fetchAllow: [gallery.origin] })
  await fill(openMaker(service), gallery.origin)
})
after(async () => {
  await service.close()
  gallery.close()
})

/** The first requests of a visitor: the lists of every resource, feeds, and the sitemap, in each language. */
const starts = () =>
  languages.flatMap(language => {
    const home = language === 'en' ? service.address : `${service.address}/${language}`
    const events = { en: 'events', fr: 'evenements' }[language]
    return [
      service.root[language],
      ...resourceNames.map(name => `${service.root[language]}${pathsOfKinds[name]}?per_page=2`),
      ...feedExtensions.map(extension => `${home}/${events}.${extension}`),
      `${home}/sitemap.xml`,
    ]
  })

/** URLs of this calendar in a response: in its headers, and in its body where programs read that. Not the document: it has examples. */
function urlsIn({ headers, text }: Reply): string[] {
  const type = headers['content-type'] ?? ''
  const isForPrograms = !/html|image|javascript|css/.test(type)
  const url = type.includes('csv') ? /https?:\/\/[^\s",]+/g : /https?:\/\/[^\s"'<>\\)]+/g
  return [headers.link, headers.location, isForPrograms ? unfolded(text) : '']
    .flatMap(each => String(each ?? '').match(url) ?? [])
    .map(url => url.replaceAll('&amp;', '&').replace(/[.,;]+$/, ''))
    .filter(each => each.startsWith(`${service.address}/`) && !/[{]|[/]doc$/.test(each))
}

/** A protected event is named in lists, and asks for its password. */
const asksForPassword = ({ status, text }: Reply) => status === 403 && text.includes('password')

/** iCalendar breaks long lines, and writes a backslash before commas. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').replaceAll('\\', '')

test('every URL that a response shows to anyone leads somewhere', async () => {
  const from = new Map<string, string>(starts().map(url => [url, 'the start']))
  const dead: string[] = []
  for (const [url, embedAttributesOf] of from) {
    const reply = await service.send('GET', url)
    if (reply.status >= 400 && !asksForPassword(reply))
      dead.push(`${reply.status} ${url} (shown by ${embedAttributesOf})`)
    for (const target of urlsIn(reply)) if (!from.has(target)) from.set(target, url)
  }
  assert.deepEqual(dead, [])
  // as many as there are records alone, at least: else nothing was followed
  assert.ok(from.size > 100, `${from.size} URLs`)
})
