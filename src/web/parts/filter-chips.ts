import { isNameIn, namesIn } from '../../define/base/objects.ts'
import { fieldOfFilter } from '../../define/custom-fields.ts'
import { isLink, isTermLink, type LinkKind } from '../../define/record.ts'
import type { TextView } from '../../define/record-texts.ts'
import { type Sentence, textIn } from '../../define/text/language.ts'
import {
  accessibilityField,
  accessibilityNames,
  attendanceNames,
  audienceField,
  audienceNames,
  availabilityNames,
  eventStatusNames,
  linkFilters,
  viewIn,
} from '../../resources/index.ts'
import {
  dateNames,
  type Filters,
  isFilter,
  isFilterName,
  isNear,
  nearRadius,
  queryOf,
  rangeOf,
} from '../listing/filters.ts'
import { todayOf } from '../listing/now.ts'
import { quickDates } from '../listing/quick-dates.ts'
import { formatDay, formatDays } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { messages, messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { viewNamed } from '../shell/reading.ts'
import { showContextOf } from '../shell/show-context.ts'
import { choices } from './filter-choices.ts'
import { inline } from './text.ts'

/** A filter as visitors read it, and the filters that are left without it. */
type Chip = { text: string; without: Filters }

/** Maximum number of chips per filter; one more chip clears the remaining values. */
const maxValues = 12

/** Each filter of a view. */
export const chipsOf = async (request: PageRequest, filters: Filters): Promise<Chip[]> => [
  ...(await valueChips(request, filters)),
  ...rangeChips(request, filters),
  ...nearChips(request, filters),
]

/** The same, with a link to the view without it. */
export async function filterChips(
  request: PageRequest,
  filters: Filters,
  action: string,
): Promise<Html | undefined> {
  const t = messagesIn(request.locale)
  const chips = await chipsOf(request, filters)
  const unknown = unknownPart(request)
  if (chips.length === 0) return unknown
  const all =
    chips.length > 1
      ? html`<li><a class="all" href="${action}">${t('withoutFilters')}</a></li>`
      : ''
  return html`${unknown}<ul class="chips" aria-label="${t('filteredBy')}">${chips.map(
    ({ text, without }) =>
      html`<li><a href="${action}${queryOf(without)}"><span class="visually-hidden">${t('removeFilter', { name: text })}</span><span aria-hidden="true">${inline({ text, lang: undefined })} ×</span></a></li>`,
  )}${all}</ul>`
}

/** Names of the query that are no filters are said: a list that ignores one would look as if it followed it. */
function unknownPart({ locale, query }: PageRequest): Html | undefined {
  const names = [...new Set(query.keys())].filter(name => !isFilterName(name))
  if (names.length === 0) return undefined
  const t = messagesIn(locale)
  const quoted = names.slice(0, maxValues).map(name => t('quoted', { name: name.slice(0, 40) }))
  return html`<p class="notice" role="status">${t('unknownFilters', { count: names.length, names: quoted.join(', ') })}</p>`
}

const ofRange = ['ends_after', 'starts_before']
/** They have chips of their own, or a switch. */
const withoutChip = ['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'sort', 'occurrences']

async function valueChips(request: PageRequest, filters: Filters): Promise<Chip[]> {
  const chips: Chip[] = []
  const quick = quickOf(request, filters)
  for (const [name, value] of Object.entries(filters)) {
    if (ofRange.includes(name) && isFullRange(filters, name)) continue
    if (quick && name in quick.filters) continue
    if (withoutChip.includes(name) || !isFilter(name) || value === undefined) continue
    const kind = kindOf(name)
    const custom = fieldOfFilter(name, request.world.site.customFields)
    const isList = kind || namesOf(name) || (custom && custom.type !== 'text')
    const values = isList ? value.split(',') : [value]
    for (const each of values.slice(0, maxValues)) {
      const left = values.filter(other => other !== each).join(',')
      const text = kind ? await nameOf(request, kind, each) : wordOf(request, name, each)
      chips.push({ text, without: withValue(filters, name, left) })
    }
    if (values.length > maxValues)
      chips.push({
        text: messagesIn(request.locale)('more', { count: values.length - maxValues }),
        without: withValue(filters, name, values.slice(0, maxValues).join(',')),
      })
  }
  return chips
}

const withValue = (filters: Filters, name: string, value: string): Filters => ({
  ...filters,
  [name]: value || undefined,
})

const kindOf = (name: string): LinkKind | undefined =>
  Object.entries(linkFilters)
    .map(([kind, filter]) => (filter === name && isLink(kind) ? kind : undefined))
    .find(Boolean)

const namesOf = (name: string): Readonly<Record<string, Sentence>> | undefined =>
  isNameIn(wordFilters, name) ? wordFilters[name].names : undefined

/** True if the form shows this end of the range as a day. */
const isFullRange = (filters: Filters, name: string) => {
  const { from, to } = rangeOf(filters)
  return (name === 'ends_after' ? from : to) !== undefined
}

function wordOf({ locale, world }: PageRequest, name: string, value: string): string {
  const t = messagesIn(locale)
  const custom = fieldOfFilter(name, world.site.customFields)
  if (custom) {
    const choice = custom.choices.find(({ word }) => word === value)
    return t('labelled', {
      label: textIn(custom.label, locale),
      value: choice ? textIn(choice.label, locale) : value,
    })
  }
  if (name === 'q' || name === 'search' || name === 'city') return value
  if ((name === 'featured' || name === 'free') && value === 'true') return t(name)
  const word = namesOf(name)?.[value]
  if (word) return textIn(word, locale)
  return `${name} ${value}`
}

/** The name of a term by its slug or ID, or of another record by its ID. */
async function nameOf(request: PageRequest, kind: LinkKind, value: string): Promise<string> {
  const match = (await choices[kind](request)).find(
    choice => choice.value === value || String(choice.id) === value,
  )
  if (match) return match.name.text
  if (!isTermLink(kind) && !/^\d+$/.test(value)) return value
  const view = await viewNamed(request.reading, kind, value)
  return view ? nameIn(request, kind, view).text : value
}

const nameIn = (
  request: PageRequest,
  kind: LinkKind,
  view: Parameters<typeof viewIn>[1],
): TextView => viewIn(kind, view, showContextOf(request)).name

/** The quick date that the filters have. */
const quickOf = (request: PageRequest, filters: Filters) =>
  quickDates(todayOf(request)).find(quick =>
    dateNames.every(name => quick.filters[name] === filters[name]),
  )

/** A range is one chip: by its name, its days, or the one that it has. */
function rangeChips(request: PageRequest, filters: Filters): Chip[] {
  const { locale } = request
  const t = messagesIn(locale)
  const { from, to } = rangeOf(filters)
  const without = (...names: string[]): Filters =>
    Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)))
  const quick = quickOf(request, filters)
  if (quick) return [{ text: t(quick.label), without: without(...namesIn(quick.filters)) }]
  if (from !== undefined && to !== undefined) {
    const days =
      from === to ? formatDay(from, 'date', locale) : formatDays(from, Math.max(from, to), locale)
    return [{ text: days, without: without('ends_after', 'starts_before') }]
  }
  if (from !== undefined)
    return [
      {
        text: t('fromDay', { day: formatDay(from, 'date', locale) }),
        without: without('ends_after'),
      },
    ]
  if (to !== undefined)
    return [
      {
        text: t('until', { day: formatDay(to, 'date', locale) }),
        without: without('starts_before'),
      },
    ]
  return []
}

function nearChips({ locale }: PageRequest, filters: Filters): Chip[] {
  if (!isNear(filters) && filters.geoloc_radius === undefined) return []
  const { geoloc_lat, geoloc_lng, geoloc_radius, sort, ...without } = filters
  return [{ text: messagesIn(locale)('nearMe', { km: nearRadius(filters) }), without }]
}

/** Filters that take some of a few words: the names of these, and the label of the filter in the form, if it has one. */
export type WordFilter = { names: Readonly<Record<string, Sentence>>; label?: Sentence }

export const wordFilters = {
  attendance: { names: attendanceNames, label: messages.howHeld },
  audience: { names: audienceNames, label: audienceField.label },
  accessibility: { names: accessibilityNames, label: accessibilityField.label },
  event_status: { names: eventStatusNames },
  availability: { names: availabilityNames, label: messages.availability },
} as const satisfies Record<string, WordFilter>

/** Those that the form has. */
export const inForm = ['attendance', 'availability', 'audience', 'accessibility'] as const
