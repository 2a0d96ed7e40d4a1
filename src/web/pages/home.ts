import { type Language, languages } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'
import { frontPage } from './front.ts'

/**
 * `/` shows the front page, or leads to another view of the calendar, in the language that the browser prefers; no other page asks
 * for that. A visitor who comes here from a page of the site has chosen its language.
 */
export async function home(request: PageRequest): Promise<Content> {
  const { links, headers, language, url, query, world } = request
  // clients that look for the API of a WordPress site here learn that there is none
  if (query.has('rest_route')) throw new Problem('rest_no_route')
  const isInside =
    headers['sec-fetch-site'] === 'same-origin' ||
    headers.referer?.startsWith(`${links.publicUrl}/`) === true
  const isOpen = url.path === '/' && !isInside
  const wanted = isOpen ? preferred(headers['accept-language'], language) : language
  const { homePage } = world.settings
  const varies = 'Accept-Language, Sec-Fetch-Site, Referer'
  if (homePage !== 'front' || wanted !== language) {
    const to = links.path(homePage === 'front' ? 'home' : views[homePage], {}, wanted)
    return { ...redirect(to, 302), headers: { Location: to, Vary: varies }, isPersonal: true }
  }
  const body = await frontPage(request)
  // others may not be shown what a language of the browser gave
  return url.path === '/'
    ? { body, headers: { 'Cache-Control': 'private, no-cache' }, varies }
    : { body }
}

const views = { month: 'events', week: 'thisWeek', list: 'list', map: 'map' } as const

/** The first of our languages among those that a browser names, by their weights (RFC 9110, 12.5.4). */
function preferred(header: string | undefined, main: Language): Language {
  const named = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map(part => {
      const [range = '', ...rest] = part.trim().toLowerCase().split(';')
      const q = rest.map(each => /^\s*q=([0-9.]+)$/.exec(each)?.[1]).find(Boolean)
      return { tag: range.trim().split('-', 1)[0], weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const match = named.find(({ tag }) => languages.some(language => language === tag))
  return languages.find(language => language === match?.tag) ?? main
}
