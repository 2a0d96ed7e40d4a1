/** True for the URL of a source, which a person has written: a feed may be of webcal:. */
export const isUrl = (from: string) => /^(https?|webcals?):\/\//i.test(from) && URL.canParse(from)
/** The URL that is fetched. */
export const urlOf = (from: string) => from.replace(/^webcals?:/i, 'https:')

/** The host and path of a feed: two feeds of a host are two sources. */
export function feedSourceFor(url: string): string {
  if (!isUrl(url)) return ''
  const { host, pathname } = new URL(urlOf(url))
  return `${host}${pathname}`.replace(/\.\w{1,5}$|\/+$/, '').slice(0, 100)
}
