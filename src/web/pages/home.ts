import { type Language, languages } from '../../define/text/language.ts'
import { Problem } from '../../problem/problem.ts'
import { type Content, type PageRequest, redirect } from '../shell/page.ts'

/** `/` leads to the calendar, in the language that the browser prefers; no other page asks for that. */
export function home({ links, headers, language, url, query }: PageRequest): Content {
  // clients that look for the API of a WordPress site here learn that there is none
  if (query.has('rest_route')) throw new Problem('rest_no_route')
  const wanted = url.path === '/' ? preferred(headers['accept-language'], language) : language
  return {
    ...redirect(links.path('events', {}, wanted), 302),
    headers: { Location: links.path('events', {}, wanted), Vary: 'Accept-Language' },
    isPersonal: true,
  }
}

/** The first of our languages among those that a browser names, by their weights (RFC 9110, 12.5.4). */
function preferred(header: string | undefined, main: Language): Language {
  const named = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map(part => {
      const [range = '', ...rest] = part.trim().toLowerCase().split(';')
      const q = rest.map(each => /^\s*q=([0-9.]+)$/.exec(each)?.[1]).find(Boolean)
      return { tag: range.trim().slice(0, 2), weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const found = named.find(({ tag }) => languages.some(language => language === tag))
  return languages.find(language => language === found?.tag) ?? main
}
