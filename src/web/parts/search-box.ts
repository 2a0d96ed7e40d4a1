import type { Filters } from '../listing/filters.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { suggestsFrom } from './name-choice.ts'

const [id, listId] = ['search', 'search-titles']

/** The input for a search. With a script, it suggests titles from the list of the API. */
export function searchBox(
  request: PageRequest,
  { q, search }: Pick<Filters, 'q' | 'search'> = {},
): Html {
  const t = messagesIn(request.locale)
  return html`<label class="visually-hidden" for="${id}">${t('searchEvents')}</label>
<input id="${id}" type="search" name="q" value="${q ?? search ?? ''}" placeholder="${t('searchEvents')}" maxlength="200" autocomplete="off" list="${listId}" data-suggests="${suggestsFrom(request, 'venue', 'organizer', 'event')}">
<datalist id="${listId}"></datalist>`
}
