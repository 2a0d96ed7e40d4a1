/** A link that an administrator puts on every page. */
type SiteLink = { text: string; url: string }

/** Web, mail or telephone, or a path of this host: nothing that runs as a script, and no username or password. */
export function isSafeLink(url: string): boolean {
  if (url.length > 2000 || /[\s"'<>\\`\p{Cc}]/u.test(url)) return false
  if (/^\/(?!\/)/.test(url)) return URL.canParse(url, 'http://localhost')
  if (/^https?:\/\/[^/]/i.test(url)) return !/^[^/]*\/\/[^/?#]*@/.test(url) && URL.canParse(url)
  return /^mailto:[^@\s]+@[^@\s]+$/i.test(url) || /^tel:[+\d][\d().-]*$/i.test(url)
}

/** One link on each line, its words and then its URL; undefined where a line is none, or where there are more than `most`. */
export function siteLinks(written: string, max: number): SiteLink[] | undefined {
  const lines = written.split('\n').flatMap(line => line.trim() || [])
  if (lines.length > max) return undefined
  const links = lines.map(linkOf)
  return links.every(link => link !== undefined) ? links : undefined
}

function linkOf(line: string): SiteLink | undefined {
  const at = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\u00a0'), line.lastIndexOf('\t'))
  const [text, url] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1)]
  const isText = text !== '' && text.length <= 60 && !/[\p{Cc}<>]/u.test(text)
  return isText && isSafeLink(url) ? { text, url } : undefined
}
