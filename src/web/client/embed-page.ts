/** The page about calendars in other sites: shows each choice at once, and copies code. */

const form = document.querySelector<HTMLFormElement>('#embed-form')
let asking = new AbortController()

/** Replaces code and preview by those that the page returns for these choices. */
async function show(of: HTMLFormElement) {
  asking.abort()
  asking = new AbortController()
  const search = new URLSearchParams()
  for (const [name, value] of new FormData(of))
    if (typeof value === 'string' && value) search.append(name, value)
  const url = `${location.pathname}?${search}`
  const page = await pageAt(url, asking.signal)
  const result = page?.querySelector('#embed-result')
  if (!result) return
  document.querySelector('#embed-result')?.replaceWith(result)
  history.replaceState(null, '', url)
}

/** `fetch` gives a text, and the policy of pages lets no script make markup of one. */
const pageAt = (url: string, signal: AbortSignal) =>
  new Promise<Document | undefined>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.responseType = 'document'
    request.onload = () =>
      resolve(request.status === 200 ? (request.responseXML ?? undefined) : undefined)
    request.onerror = reject
    signal.addEventListener('abort', () => request.abort())
    request.onabort = reject
    request.send()
  })

if (form) {
  form.querySelector('button')?.setAttribute('hidden', '')
  const change = () => show(form).catch(() => {})
  form.addEventListener('input', change)
  form.addEventListener('submit', event => {
    event.preventDefault()
    change()
  })
}
