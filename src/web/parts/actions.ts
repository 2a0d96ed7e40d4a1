import { userRel } from '../../define/text/user-links.ts'
import type { EventView } from '../../resources/index.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { addPart, calendarChoice } from './calendars.ts'
import { placesMark } from './event-parts.ts'

/** The actions of visitors for an upcoming event: book, add it to a calendar, share it. */
export const actionsPart = (
  request: PageRequest,
  event: EventView,
  { isOpen, hasOthers }: { isOpen: boolean; hasOthers: boolean },
): Html =>
  html`<div class="actions">
${isOpen ? html`${ticketPart(request, event)}${addPart(request, event, hasOthers)}` : ''}${sharePart(request, event)}
</div>`

/** Nothing can be booked where no place is left. */
function ticketPart(request: PageRequest, event: EventView): Html {
  const { registrationUrl: url, availability } = event
  const canBook = availability !== 'sold_out' && /^https?:/.test(url)
  const button = html`<a class="button" href="${url}" rel="${userRel}">${messagesIn(request.locale)('book')}</a>`
  return html`${canBook ? button : ''}${placesMark(event, request)}`
}

/** The browser shares where it can; else links to where people share. They send nothing until they are followed. */
function sharePart({ locale }: PageRequest, event: EventView): Html {
  const t = messagesIn(locale)
  const { title, language: written } = event
  const url = event.urlIn(written)
  const [name, link, both] = [title.text, url, `${title.text} ${url}`].map(encodeURIComponent)
  const id = 'share-url'
  return calendarChoice(
    t('share'),
    [
      { text: t('byEmail'), href: `mailto:?subject=${name}&body=${link}` },
      { text: 'WhatsApp', href: `https://wa.me/?text=${both}` },
      { text: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
      { text: 'Bluesky', href: `https://bsky.app/intent/compose?text=${both}` },
      { text: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
    ],
    html`<div class="address"><label for="${id}">${t('feedAddress')}</label>
<input id="${id}" value="${url}" readonly>
<button type="button" class="quiet needs-script" data-copies="${id}" data-copied="${t('copied')}">${t('copy')}</button></div>`,
    html` class="calendars share" data-share="${title.text}" data-url="${url}"`,
  )
}
