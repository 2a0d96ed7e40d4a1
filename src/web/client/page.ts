/** What pages do with a script, beyond what they do without: the visitor's own time, and the date picker without its button. */

document.documentElement.classList.add('scripted')

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** How a moment is written in the visitor's zone. */
function written(moment: Date, withDay: boolean): string {
  return new Intl.DateTimeFormat(document.documentElement.lang, {
    ...(withDay && { weekday: 'short', day: 'numeric', month: 'long' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(moment)
}

/** Minutes that a written moment is ahead of UTC: `+01:00`, `Z`. */
function offsetIn(text: string): number | undefined {
  const [, sign, hours, minutes] = /T.*([+-])(\d\d):(\d\d)$/.exec(text) ?? []
  if (!sign) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Where clocks differ at that moment, the time on the visitor's own is said too. */
for (const place of document.querySelectorAll<HTMLElement>('[data-yours]')) {
  const time = place.querySelector('time')
  const said = time?.dateTime ?? ''
  const offset = offsetIn(said)
  if (offset === undefined) continue
  const moment = new Date(said)
  if (-moment.getTimezoneOffset() === offset) continue
  const note = document.createElement('p')
  note.className = 'zone'
  note.textContent = (place.dataset.yours ?? '').replace('{when}', written(moment, true))
  place.append(note)
}

/** A date that is chosen is gone to at once; one that is typed waits for Enter, or it would leave after the first digit. */
for (const input of document.querySelectorAll<HTMLInputElement>('.go input[type=date]')) {
  let isTyping = false
  input.addEventListener('keydown', () => {
    isTyping = true
  })
  input.addEventListener('change', () => {
    if (!isTyping && input.value) input.form?.requestSubmit()
  })
}

for (const select of document.querySelectorAll<HTMLSelectElement>('.filters select')) {
  let isTyping = false
  select.addEventListener('keydown', () => {
    isTyping = true
  })
  select.addEventListener('change', () => {
    if (!isTyping) select.form?.requestSubmit()
  })
}

export {}
