/** Attributes of a script, `name=value` with spaces between them; undefined where one is something else. */
function attributesIn(written: string): [name: string, value: string][] | undefined {
  if (written.length > 1000) return undefined
  const parts = written.split(/\s+/).filter(part => part !== '')
  const pairs = parts.map((part): [string, string] => {
    const at = part.indexOf('=')
    return [part.slice(0, Math.max(at, 0)).toLowerCase(), part.slice(at + 1)]
  })
  const isFine = pairs.every(
    ([name, value]) =>
      /^(?:data-[a-z0-9-]+|integrity|crossorigin)$/.test(name) && /^[^"'<>`\p{Cc}]+$/u.test(value),
  )
  return isFine ? pairs : undefined
}

const services = ['matomo', 'plausible', 'umami', 'other']

/** The parts of `plausible https://plausible.io/js/script.js example.org data-api=/x`; undefined where one is something else. */
export function analyticsIn(line: string) {
  const [service = '', url = '', ...more] = line.split(' ')
  const hasSite = more[0] !== undefined && !more[0].includes('=')
  const attributes = attributesIn(more.slice(hasSite ? 1 : 0).join(' '))
  if (!services.includes(service) || !URL.canParse(url) || !attributes) return undefined
  return { service, url, site: hasSite ? (more[0] ?? '') : '', attributes }
}
