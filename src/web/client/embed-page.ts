/** The page about calendars in other sites: what is chosen is shown at once, and code can be copied. */

const form = document.querySelector<HTMLFormElement>('#embed-form')
let asking = new AbortController()

/** The page makes code and preview; what it says to these choices takes the place of what is shown. */
async function show(of: HTMLFormElement) {
  asking.abort()
  asking = new AbortController()
  const search = new URLSearchParams()
  for (const [name, value] of new FormData(of))
    if (typeof value === 'string' && value) search.append(name, value)
  const url = `${location.pathname}?${search}`
  const response = await fetch(url, { signal: asking.signal })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const made = page.querySelector('#embed-result')
  if (!response.ok || !made) return
  document.querySelector('#embed-result')?.replaceWith(made)
  history.replaceState(null, '', url)
}

if (form) {
  form.querySelector('button')?.setAttribute('hidden', '')
  const change = () => show(form).catch(() => {})
  form.addEventListener('input', change)
  form.addEventListener('submit', event => {
    event.preventDefault()
    change()
  })
}
