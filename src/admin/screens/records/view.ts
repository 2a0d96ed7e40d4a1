import { namesIn } from '../../../define/base/objects.ts'
import { languages } from '../../../define/text/language.ts'
import type { Form } from '../../forms/model.ts'

/** The view of a table: all of it stands in the address, so that a link, a reload and “back” lead to the same. */
export type View = {
  tab: string
  search: string
  page: number
  /** `upcoming`, `past`, `all`, `today`, `week` (seven days), `fourweeks`, or a month such as `2026-12`. */
  when: string
  category: number
  venue: number
  organizer: number
  author: number
  /** Whether events take place: words of `event_status`, or empty for all. */
  eventStatus: string
  /** What events lack: `image`, or empty for all. */
  lacks: keyof typeof lacking | ''
  /** True: venues and organizers with events to come. */
  isUpcoming: boolean
  /** A language in which a text is missing: `en`, `fr`, or empty for all records. */
  missing: string
  /** The sort key; empty: the order of the API. */
  sort: string
  isDown: boolean
  /** A table of records below each other. */
  isFlat: boolean
}

type TabName = 'all' | 'mine' | 'publish' | 'draft' | 'pending' | 'future' | 'private' | 'trash'
type Tab = { id: TabName; status?: string; isMine?: boolean }

/** The tabs of records that have a status. */
const tabs: readonly Tab[] = [
  { id: 'all' },
  { id: 'mine', isMine: true },
  { id: 'publish', status: 'publish' },
  { id: 'draft', status: 'draft,auto-draft' },
  { id: 'pending', status: 'pending' },
  { id: 'future', status: 'future' },
  { id: 'private', status: 'private' },
  { id: 'trash', status: 'trash' },
]

const has = ({ fields }: Pick<Form, 'fields'>, name: string) =>
  fields.some(field => field.name === name)

export const isDated = (form: Pick<Form, 'fields'>) => has(form, 'start_date')

/** Only events can be filtered by their author. */
export const tabsOf = (form: Pick<Form, 'fields'>): readonly Tab[] =>
  has(form, 'status') ? tabs.filter(({ isMine }) => !isMine || isDated(form)) : []

export const tabOf = (view: View): Tab => tabs.find(({ id }) => id === view.tab) ?? { id: 'all' }

/** All tabs begin with upcoming events, so that their counts add up; the trash is short and shows all. */
export const defaultWhen = (tab: string) => (tab === 'trash' ? 'all' : 'upcoming')

/** The dates that another tab shows: those that were chosen, else its own. */
export const whenIn = ({ tab, when }: View, other: string) =>
  when === defaultWhen(tab) ? defaultWhen(other) : when

const month = /^[0-9]{4}-(?:0[1-9]|1[0-2])$/
/** What an event may lack, by the filters that find those without it. */
export const lacking = {
  image: { has_image: false },
  place: { has_venue: false, attendance: 'in_person,mixed' },
  category: { has_category: false },
} as const
export const lackable = namesIn(lacking)
export const namedDates = ['upcoming', 'today', 'week', 'fourweeks', 'all', 'past'] as const
const whenOf = (word: string, tab: string) =>
  namedDates.some(name => name === word) || month.test(word) ? word : defaultWhen(tab)
const integerAtLeast = (digits: string | null, min: number) => {
  const number = Number(digits)
  return Number.isSafeInteger(number) && number >= min ? number : min
}

const isLanguage = (word: string | null) => languages.some(one => one === word)

/** The view of an address; unknown parameters are ignored. */
export function viewOf(query: string): View {
  const params = new URLSearchParams(query)
  const word = params.get('tab') ?? 'all'
  const tab = tabs.some(({ id }) => id === word) ? word : 'all'
  return {
    tab,
    search: params.get('search') ?? '',
    page: integerAtLeast(params.get('page'), 1),
    when: whenOf(params.get('when') ?? '', tab),
    category: integerAtLeast(params.get('category'), 0),
    venue: integerAtLeast(params.get('venue'), 0),
    organizer: integerAtLeast(params.get('organizer'), 0),
    author: integerAtLeast(params.get('author'), 0),
    eventStatus: /^[a-z_,]{1,80}$/.exec(params.get('event_status') ?? '')?.[0] ?? '',
    lacks: lackable.find(name => name === params.get('lacks')) ?? '',
    isUpcoming: params.get('upcoming') === 'yes',
    missing: isLanguage(params.get('missing')) ? (params.get('missing') ?? '') : '',
    sort: params.get('sort') ?? '',
    isDown: params.get('order') === 'desc',
    isFlat: params.get('as') === 'table',
  }
}

/** The address of a view; defaults are left out. */
export function addressOf(view: View): string {
  const params = new URLSearchParams()
  const put = (name: string, value: string | number, usual: string | number) => {
    if (value !== usual) params.set(name, String(value))
  }
  put('tab', view.tab, 'all')
  put('search', view.search, '')
  put('when', view.when, defaultWhen(view.tab))
  put('category', view.category, 0)
  put('venue', view.venue, 0)
  put('organizer', view.organizer, 0)
  put('author', view.author, 0)
  put('event_status', view.eventStatus, '')
  put('lacks', view.lacks, '')
  put('upcoming', view.isUpcoming ? 'yes' : '', '')
  put('missing', view.missing, '')
  put('sort', view.sort, '')
  put('order', view.isDown ? 'desc' : 'asc', 'asc')
  put('as', view.isFlat ? 'table' : '', '')
  put('page', view.page, 1)
  const query = params.toString()
  return query && `?${query}`
}

/** The view after a change: another filter begins with its first page. */
export function changed(view: View, change: Partial<View>): View {
  const isOtherTab = change.tab !== undefined && change.tab !== view.tab
  return {
    ...view,
    page: 1,
    ...(isOtherTab && { when: whenIn(view, change.tab ?? '') }),
    ...change,
  }
}

/** A tab without a filter. */
export const unfiltered = (tab: string) =>
  ({
    search: '',
    when: defaultWhen(tab),
    category: 0,
    venue: 0,
    organizer: 0,
    author: 0,
    eventStatus: '',
    lacks: '',
    isUpcoming: false,
    missing: '',
  }) satisfies Partial<View>

/** True if a filter besides the tab is active. */
export function isFiltered(view: View): boolean {
  const none = unfiltered(view.tab)
  return namesIn(none).some(name => view[name] !== none[name])
}
