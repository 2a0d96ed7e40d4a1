/** Messages from a calendar in a frame to its page: height, content and the selected event. */

const main = document.querySelector<HTMLElement>('main.embedded')
const notify = (kind: string, detail: object) =>
  parent.postMessage({ almanac: kind, ...detail }, '*')

if (main && parent !== window) {
  const fit = () => notify('resize', { height: Math.ceil(main.getBoundingClientRect().height) })
  new ResizeObserver(fit).observe(main)
  const { view = '', events = '' } = main.dataset
  // a link to all dates of an event is none to it
  const isOfEvent = ({ origin, pathname, hash }: HTMLAnchorElement) =>
    origin === location.origin && pathname.startsWith(events) && hash === ''
  const eventLinks = () => [...main.querySelectorAll('a')].filter(isOfEvent)
  fit()
  notify('load', { view, events: new Set(eventLinks().map(({ href }) => href)).size })

  // an element around it opens what is chosen; by itself a frame follows its links
  let isAnswered = false
  window.addEventListener('message', ({ source, data }) => {
    if (source === parent && data?.almanac === 'listening') isAnswered = true
  })
  main.addEventListener('click', event => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || !isOfEvent(link)) return
    const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
    if (isAnswered && isPlain) event.preventDefault()
    notify('select', {
      url: link.href,
      title: link.textContent.trim(),
      isOpen: !isAnswered || !isPlain,
    })
  })
}
