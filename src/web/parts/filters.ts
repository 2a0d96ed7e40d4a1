import { customFilterName } from '../../define/custom-fields.ts'
import type { LinkKind } from '../../define/record.ts'
import { textIn } from '../../define/text/language.ts'
import { linkFilters } from '../../resources/index.ts'
import { type Filters, isNear, nearRadius, rangeOf } from '../listing/filters.ts'
import { todayOf } from '../listing/now.ts'
import { quickDates } from '../listing/quick-dates.ts'
import { dayName } from '../shell/dates.ts'
import { type Html, html } from '../shell/html.ts'
import { type FormatMessage, messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'
import { filterChips, inForm, type WordFilter, wordFilters } from './filter-chips.ts'
import {
  type Choice,
  choices,
  choicesToCome,
  citiesOf,
  countsOf,
  maxListed,
} from './filter-choices.ts'
import { type NamedKind, nameField, suggestsFrom } from './name-choice.ts'
import { langOf } from './text.ts'

const flags = ['free', 'featured'] as const

/** The filters with an input of their own; all other filters of the view are sent with the form. */
const fields: ReadonlySet<string> = new Set<string>([
  'q',
  'search',
  ...Object.values(linkFilters),
  ...inForm,
  'city',
  ...flags,
])

/** The choices that the site has defined, as filters of the form. */
const choiceFields = ({ world }: PageRequest) =>
  world.site.customFields.flatMap(({ name, type, label, choices: all }) =>
    type === 'choice'
      ? [
          {
            name: customFilterName(name),
            label,
            names: Object.fromEntries(all.map(({ word, label: its }) => [word, its])),
          },
        ]
      : [],
  )

/** A bound that the form has no day for stays as it is. */
function hasField(request: PageRequest, filters: Filters, name: string): boolean {
  if (choiceFields(request).some(field => field.name === name)) return true
  const { from, to } = rangeOf(filters)
  if (name === 'ends_after') return from !== undefined
  if (name === 'geoloc_radius') return isNear(filters)
  return name === 'starts_before' ? to !== undefined : fields.has(name)
}

/**
 * Search and filters of a view, as a form that works without a script; every choice can be removed. `hasCounts`: on pages that depend on all events
 * to come anyway.
 */
export async function filterBar(
  request: PageRequest,
  filters: Filters,
  action: string,
  { hasCounts = false, hasChips = true }: { hasCounts?: boolean; hasChips?: boolean } = {},
): Promise<Html> {
  const t = messagesIn(request.locale)
  const others = Object.entries(filters).filter(([name]) => !hasField(request, filters, name))
  return html`<search class="filters">
<form action="${action}" method="get">
<div class="words">${searchBox(request, filters)}
${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="quiet">${t('search')}</button></div>
<details class="choices"><summary>${t('filters')}</summary>
<div class="panel">
${await kindPart(request, 'category', filters, hasCounts)}
${datesPart(request, filters)}
${inForm.map(name => wordsPart(request, filters, { name, ...wordFilters[name] }))}
${choiceFields(request).map(filter => wordsPart(request, filters, filter))}
${flagsPart(filters, t)}
${await kindPart(request, 'tag', filters, hasCounts)}
${await selectPart(request, 'venue', filters, hasCounts)}
${await selectPart(request, 'organizer', filters, hasCounts)}
${await cityPart(request, filters)}
${nearPart(request, filters)}
<p class="apply"><button>${t('applyFilters')}</button></p>
</div>
</details>
</form>
${hasChips ? await filterChips(request, filters, action) : ''}
</search>`
}

const valuesOf = (filters: Filters, kind: LinkKind) => filters[linkFilters[kind]]?.split(',') ?? []

/** Any of the terms of a kind, as a tree. */
async function kindPart(
  request: PageRequest,
  kind: 'category' | 'tag',
  filters: Filters,
  hasCounts: boolean,
): Promise<Html | string> {
  const all = await choices[kind](request)
  if (all.length === 0) return ''
  const t = messagesIn(request.locale)
  const chosen = new Set(valuesOf(filters, kind))
  const counts = hasCounts ? await countsOf(request, kind) : undefined
  const isChosen = ({ id, value }: Choice) => chosen.has(value) || chosen.has(String(id))
  const count = ({ id }: Choice) => {
    const number = counts?.get(id)
    return number === undefined ? '' : html` <span class="count">${number}</span>`
  }
  return html`<fieldset class="terms"><legend>${t(linkFilters[kind])}</legend><ul>${all.map(
    choice =>
      html`<li${choice.depth > 0 ? html` class="depth-${choice.depth}"` : ''}><label><input type="checkbox" name="${linkFilters[kind]}" value="${choice.value}"${isChosen(choice) ? html` checked` : ''}> <span${langOf(choice.name)}>${choice.name.text}</span>${count(choice)}</label></li>`,
  )}</ul></fieldset>`
}

/** One of the records of a kind, or those that the filter has already; of many, one by its name. */
async function selectPart(
  request: PageRequest,
  kind: NamedKind,
  filters: Filters,
  hasCounts: boolean,
): Promise<Html | string> {
  const all = await (hasCounts ? choicesToCome : choices)[kind](request)
  const value = filters[linkFilters[kind]] ?? ''
  if (all.length === 0 && value === '') return ''
  const t = messagesIn(request.locale)
  if (all.length > maxListed) {
    const field = nameField(kind)
    return html`<label class="one-of">${t(kind)} <input name="${field}" maxlength="200" placeholder="${t(`${kind}Name`)}" autocomplete="off" list="${field}" data-suggests="${suggestsFrom(request, kind)}"><datalist id="${field}"></datalist></label>${value && html`<input type="hidden" name="${linkFilters[kind]}" value="${value}">`}`
  }
  const isListed = value === '' || all.some(choice => choice.value === value)
  const counts = hasCounts ? await countsOf(request, kind) : undefined
  const named = ({ id, name: { text: name } }: Choice) => {
    const count = counts?.get(id)
    return count === undefined ? name : t('withCount', { name, count })
  }
  return html`<label class="one-of">${t(kind)} <select name="${linkFilters[kind]}"><option value="">${t('any')}</option>${isListed ? '' : html`<option value="${value}" selected>${t('asChosen')}</option>`}${all.map(
    choice =>
      html`<option value="${choice.value}"${choice.value === value ? html` selected` : ''}${langOf(choice.name)}>${named(choice)}</option>`,
  )}</select></label>`
}

/** One of the cities of venues, or what the filter has; of many, one by its name. */
async function cityPart(request: PageRequest, { city = '' }: Filters): Promise<Html | string> {
  const cities = await citiesOf(request)
  if (cities.length === 0 && city === '') return ''
  const t = messagesIn(request.locale)
  const all = city === '' || cities.includes(city) ? cities : [city, ...cities]
  if (cities.length > maxListed)
    return html`<label class="one-of">${t('city')} <input name="city" value="${city}" maxlength="200" autocomplete="off" list="cities"><datalist id="cities">${cities.map(name => html`<option>${name}</option>`)}</datalist></label>`
  return html`<label class="one-of">${t('city')} <select name="city"><option value="">${t('anyCity')}</option>${all.map(
    name => html`<option value="${name}"${name === city ? html` selected` : ''}>${name}</option>`,
  )}</select></label>`
}

function datesPart(request: PageRequest, filters: Filters): Html {
  const { locale, links } = request
  const t = messagesIn(locale)
  const { from, to } = rangeOf(filters)
  const input = (name: 'from' | 'to', day: number | undefined) =>
    html`<label>${t(name)} <input type="date" name="${name}" value="${day === undefined ? '' : dayName(day)}" min="1900-01-01" max="2199-12-31"></label>`
  // buttons, so that what else was chosen in the form goes along
  const quick = quickDates(todayOf(request)).map(
    ({ label, days }) =>
      html`<li><button class="quiet" name="days" value="${days}" formaction="${links.path('list')}">${t(label)}</button></li>`,
  )
  return html`<fieldset class="dates"><legend>${t('dates')}</legend>${input('from', from)}${input('to', to)}<ul class="quick">${quick}</ul></fieldset>`
}

/** Any of a few words. */
function wordsPart(
  { locale }: PageRequest,
  filters: Filters,
  { name, label, names }: { name: keyof Filters } & Required<WordFilter>,
) {
  const chosen = filters[name]?.split(',') ?? []
  // an event may state nothing, which nobody looks for
  const stated = Object.entries(names).filter(([word]) => word !== '')
  const items = stated.map(
    ([word, sentence]) =>
      html`<li><label><input type="checkbox" name="${name}" value="${word}"${chosen.includes(word) ? html` checked` : ''}> ${textIn(sentence, locale)}</label></li>`,
  )
  return html`<fieldset class="terms"><legend>${textIn(label, locale)}</legend><ul>${items}</ul></fieldset>`
}

/** The filters that are true or false. */
function flagsPart(filters: Filters, t: FormatMessage): Html {
  const items = flags.map(
    name =>
      html`<li><label><input type="checkbox" name="${name}" value="true"${filters[name] === 'true' ? html` checked` : ''}> ${t(name)}</label></li>`,
  )
  return html`<fieldset class="terms"><legend>${t('onlyThese')}</legend><ul>${items}</ul></fieldset>`
}

const radii = [2, 5, 10, 25, 50, 100]

/**
 * Events around the visitor. Only the script can find out where that is, once the button is clicked; it shows the part, which is hidden
 * without it. A radius alone asks nothing, so it has no name until there is a position.
 */
function nearPart({ locale, world }: PageRequest, filters: Filters): Html | string {
  if (!world.site.geolocation) return ''
  const t = messagesIn(locale)
  const isChosen = isNear(filters)
  const radius = isChosen ? nearRadius(filters) : '10'
  const all = radii.some(km => String(km) === radius) ? radii : [...radii, radius]
  return html`<fieldset class="near" data-denied="${t('noPosition')}"${isChosen ? '' : html` hidden`}><legend>${t('aroundMe')}</legend>
<label class="one-of">${t('within')} <select${isChosen ? html` name="geoloc_radius"` : ''}>${all.map(
    km =>
      html`<option value="${km}"${String(km) === radius ? html` selected` : ''}>${t('kilometres', { km })}</option>`,
  )}</select></label>
<button type="button" class="quiet" hidden>${t('findMe')}</button> <output></output></fieldset>`
}

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
