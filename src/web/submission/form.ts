import { adjectiveOf, type Language, othersThan, textIn } from '../../define/text/language.ts'
import { textFor } from '../../define/text/local-text.ts'
import { siteLinks } from '../../define/text/site-links.ts'
import type { AnyView } from '../../resources/index.ts'
import { eventHref } from '../listing/items.ts'
import { suggestsFrom } from '../parts/name-choice.ts'
import { langOf } from '../parts/text.ts'
import { type Html, html } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'
import { type FormMessageName, formMessagesIn } from '../shell/submission-messages.ts'
import type { Errors } from './errors.ts'
import {
  audienceParts,
  choiceName,
  dateInputs,
  type Input,
  imageInputs,
  inputsOf,
  isChosen,
  reasonInput,
  translationInputs,
} from './fields.ts'
import type { Held } from './images.ts'
import type { Place, Similar } from './places.ts'

/** The state of the form: empty at first, then with the typed values and their errors. */
export type Filled = {
  typed: Record<string, string>
  errors: Errors
  /** An error of the form as a whole. */
  notice?: FormMessageName | undefined
  /** The image of an earlier attempt, which the browser does not send again by itself. */
  held?: Held | undefined
  /** What its sender is asked before it is sent. */
  similar?: Similar | undefined
  /** The URL where a signed-in user writes events. */
  ownScreen?: string | undefined
  /** Says when it was opened (`guard.ts`). */
  opened: string
  categories: readonly Pick<AnyView, 'id' | 'name'>[]
  places: readonly Place[]
  /** The proposal to correct; undefined: the form proposes another event. */
  correcting?: Correcting | undefined
}

/** `note`: by the editor who returned it. */
type Correcting = {
  action: string
  hasImage: boolean
  /** A change is sent to the editors, and not written; images are not changed so. */
  isPublished: boolean
  note: string
  version: number
  language: Language | undefined
}

export function formOf(request: PageRequest, filled: Filled): Html {
  const t = formMessagesIn(request.locale)
  const { correcting } = filled
  const partsOf = (inputs: readonly Input[]) =>
    inputs.map(input => inputPart(request, input, filled))
  const all = (of: Parameters<typeof inputsOf>[0]) => partsOf(inputsOf(of))
  const { isPublished = false } = correcting ?? {}
  return html`<h1>${t(isPublished ? 'isPublished' : correcting ? 'correctLink' : 'propose')}</h1>
<p>${t(isPublished ? 'isPublishedAbout' : correcting ? 'correctAbout' : 'about')}</p>
${correcting?.note ? html`<div class="returned"><p>${t('returned')}</p><blockquote>${correcting.note}</blockquote></div>` : ''}
${filled.ownScreen ? html`<p class="notice">${t('signedIn')} <a href="${filled.ownScreen}">${t('ownScreen')}</a></p>` : ''}
${summaryOf(request, filled)}
${cancelPart(request, filled)}
<form class="proposal" method="post" enctype="multipart/form-data" action="${correcting?.action ?? request.links.path('propose')}" novalidate>
${similarPart(request, filled)}
<fieldset><legend>${t(isPublished ? 'hasChanged' : 'theEvent')}</legend>${all('event')}
${translationsPart(request, filled)}
${datesPart(request, filled)}
${heldPart(request, filled)}
${correcting?.hasImage ? html`<div><p class="hint">${t('hasImage')}</p><div class="check"><input type="checkbox" id="without_image" name="without_image" value="yes"${filled.typed.without_image ? html` checked` : ''}><label for="without_image">${t('withoutImage')}</label></div></div>` : ''}
${isPublished ? '' : partsOf(imageInputs)}</fieldset>
<fieldset><legend>${t('thePlace')}</legend>${all('venue')}${all('organizer')}
<datalist id="places">${filled.places.map(({ label }) => html`<option value="${label}"></option>`)}</datalist></fieldset>
${correcting ? html`<input type="hidden" name="version" value="${correcting.version}">` : aboutYou(request, filled, { inputs: all('you'), legend: 'you', consent: 'consent', isNeeded: true })}
${trapsOf(request, filled)}
<button type="submit">${t(isPublished ? 'sendChange' : correcting ? 'save' : 'send')}</button>
</form>`
}

type You = {
  inputs: readonly Html[]
  legend: FormMessageName
  consent: FormMessageName
  /** True if there is nothing without it. */
  isNeeded?: boolean
}

/** What a visitor says of themselves, their consent to its storage, and the page that says more of it. */
export function aboutYou(
  request: PageRequest,
  filled: Filled,
  { inputs, legend, consent, isNeeded = false }: You,
): Html {
  const t = formMessagesIn(request.locale)
  return html`<fieldset><legend>${t(legend)}</legend>${inputs}
<div class="check"><input type="checkbox" id="consent" name="consent" value="yes"${isNeeded ? html` required` : ''}${stateOf('consent', filled)}${filled.typed.consent ? html` checked` : ''}>
<label for="consent">${t(consent)}${isNeeded ? ' *' : ''}${privacyLink(request)}</label>${errorPart('consent', filled)}</div></fieldset>`
}

/** An input that only programs fill in, and when the form was opened. */
export const trapsOf = ({ locale }: PageRequest, { opened }: Filled): Html =>
  html`<div hidden><label for="homepage">${formMessagesIn(locale)('homepage')}</label><input id="homepage" name="homepage" tabindex="-1" autocomplete="off"></div>
<input type="hidden" name="opened" value="${opened}">`

/** Further dates are folded away until one is typed. */
function datesPart(request: PageRequest, filled: Filled): Html {
  const t = formMessagesIn(request.locale)
  const isOpen = dateInputs.some(({ name }) => filled.typed[name] || filled.errors[name])
  return html`<details class="dates"${isOpen ? html` open` : ''}><summary>${t('moreDates')}</summary>
<p class="hint">${t('moreDatesHint')}</p>
<div class="date-list">${dateInputs.map(input => inputPart(request, input, filled))}</div></details>`
}

/** A published event is most often cancelled: a form of its own. */
function cancelPart(request: PageRequest, filled: Filled): Html | string {
  const { correcting } = filled
  if (!correcting?.isPublished) return ''
  const t = formMessagesIn(request.locale)
  return html`<form class="proposal" method="post" action="${correcting.action}">
<fieldset><legend>${t('isCancelled')}</legend>${inputPart(request, reasonInput, filled)}
<input type="hidden" name="what" value="cancelled"><input type="hidden" name="opened" value="${filled.opened}">
<button type="submit">${t('sendCancelled')}</button></fieldset>
</form>`
}

/** The title and description in the other languages, folded away until one is typed. */
function translationsPart(request: PageRequest, filled: Filled): Html[] {
  const { language, locale } = request
  const t = formMessagesIn(locale)
  return othersThan(filled.correcting?.language ?? language).map(other => {
    const inputs = translationInputs[other]
    const isOpen = inputs.some(({ name }) => filled.typed[name] || filled.errors[name])
    return html`<details class="dates"${isOpen ? html` open` : ''}><summary>${t('otherLanguage', { language: adjectiveOf(other, language) })}</summary>
<p class="hint">${t('otherLanguageHint')}</p>
${inputs.map(input => inputPart(request, input, filled))}</details>`
  })
}

/** The image that stays from an earlier attempt. */
function heldPart({ locale }: PageRequest, { held, typed }: Filled): Html | string {
  if (!held) return ''
  const t = formMessagesIn(locale)
  return html`<div><p class="hint">${t('keptImage', { name: held.name })}</p>
<input type="hidden" name="held_image" value="${held.token}"><input type="hidden" name="held_name" value="${held.name}">
${checkPart({ name: 'without_held', value: isChosen, label: t('withoutImage'), isOn: typed.without_held !== undefined })}</div>`
}

/** The venues and events that are like what was typed: sent once more, it is as its sender says. */
function similarPart(request: PageRequest, { similar, typed }: Filled): Html | string {
  if (!similar) return ''
  const t = formMessagesIn(request.locale)
  const { places, events } = similar
  const choice = (value: string, label: string, isOn: boolean) =>
    html`<div class="check"><input type="radio" id="place-${value}" name="place" value="${value}"${isOn ? html` checked` : ''}><label for="place-${value}">${label}</label></div>`
  return html`<div class="asked" role="alert" tabindex="-1"><p>${t('asked')}</p>
${
  places.length > 0
    ? html`<fieldset class="choices"><legend>${t('askedVenue')}</legend>${places.map(({ id, label }) => choice(String(id), label, false))}${choice('other', t('otherVenue', { name: typed.venue ?? '' }), true)}</fieldset>`
    : ''
}${
  events.length > 0
    ? html`<p>${t('askedEvent')}</p><ul>${events.map(event => html`<li><a href="${eventHref(request, event)}" target="_blank" rel="noopener"${langOf(event.title)}>${event.title.text}</a></li>`)}</ul><p>${t('askedEventHint')}</p>`
    : ''
}<input type="hidden" name="sure" value="${isChosen}"></div>`
}

/** The errors, before the form, with links to the inputs. */
export function summaryOf({ locale }: PageRequest, { errors, notice }: Filled): Html | string {
  const t = formMessagesIn(locale)
  const wrong = Object.entries(errors)
  if (!notice && wrong.length === 0) return ''
  return html`<div class="wrong-list" role="alert" tabindex="-1">${notice ? html`<p>${t(notice)}</p>` : ''}${
    wrong.length > 0
      ? html`<p>${t('wrong')}</p><ul>${wrong.map(([name, error]) => html`<li><a href="#${name}">${error}</a></li>`)}</ul>`
      : ''
  }</div>`
}

const errorPart = (name: string, { errors }: Filled): Html | string =>
  errors[name] ? html`<p class="wrong" id="${name}-wrong">${errors[name]}</p>` : ''

/** The description of an input for screen readers: its hint, and its error. */
function stateOf(name: string, { errors }: Filled, hasHint = false): Html | string {
  const about = [hasHint && `${name}-hint`, errors[name] && `${name}-wrong`].filter(Boolean)
  return html`${about.length > 0 ? html` aria-describedby="${about.join(' ')}"` : ''}${errors[name] ? html` aria-invalid="true"` : ''}`
}

export function inputPart(request: PageRequest, input: Input, filled: Filled): Html {
  const { name, hint } = input
  const label = html`<label for="${name}">${textIn(input.label, request.locale)}${input.required ? ' *' : ''}</label>`
  if (input.as === 'terms' || input.as === 'choices') return choicesPart(request, input, filled)
  if (input.as === 'audience') return audiencePart(request, input, filled)
  if (input.as === 'flag')
    return html`<div class="check">${control(request, input, filled)}${label}${errorPart(name, filled)}</div>`
  return html`<div>${label}${hint ? html`<p class="hint" id="${name}-hint">${textIn(hint, request.locale)}</p>` : ''}${control(request, input, filled)}${errorPart(name, filled)}</div>
`
}

type Check = { name: string; value: string; label: string | Html; isOn: boolean }

const checkPart = ({ name, value, label, isOn }: Check): Html =>
  html`<div class="check"><input type="checkbox" id="${name}" name="${name}" value="${value}"${isOn ? html` checked` : ''}><label for="${name}">${label}</label></div>`

/** One box for each of several that can be chosen. */
function choicesPart({ locale }: PageRequest, input: Input, filled: Filled): Html {
  const { name, label, as, choices } = input
  const all =
    as === 'terms'
      ? filled.categories.map(term => [String(term.id), term.name.text] as const)
      : choices.map(([word, of]) => [word, textIn(of, locale)] as const)
  if (all.length === 0) return html``
  const boxes = all.map(([word, text]) => {
    const own = choiceName(name, word)
    return checkPart({
      name: own,
      value: isChosen,
      label: text,
      isOn: filled.typed[own] === isChosen,
    })
  })
  return html`<fieldset class="choices" id="${name}"><legend>${textIn(label, locale)}</legend><div class="date-list">${boxes}</div>${errorPart(name, filled)}</fieldset>
`
}

function audiencePart({ locale }: PageRequest, { name, label }: Input, filled: Filled): Html {
  const t = formMessagesIn(locale)
  const { typed } = filled
  const { family, from, to } = audienceParts
  const age = (own: string, text: string) =>
    html`<div><label for="${own}">${text}</label><input type="text" inputmode="numeric" id="${own}" name="${own}" maxlength="3" value="${typed[own] ?? ''}"></div>`
  return html`<fieldset class="choices" id="${name}"><legend>${textIn(label, locale)}</legend>
${checkPart({ name: family, value: 'true', label: t('families'), isOn: typed[family] !== undefined })}
<div class="date-list">${age(from, t('fromAge'))}${age(to, t('toAge'))}</div>${errorPart(name, filled)}</fieldset>
`
}

/** The values that browsers fill in from their contacts. */
const autocomplete: Partial<Record<string, string>> = { name: 'name', email: 'email' }

/** Its value may be the label of a venue that is there. */
const venueInput = 'venue'

function control(request: PageRequest, input: Input, filled: Filled): Html {
  const { locale } = request
  const { name, as, maxLength, choices } = input
  const typed = filled.typed[name] ?? ''
  const common = html` id="${name}" name="${name}"${input.required ? html` required` : ''}${stateOf(name, filled, input.hint !== undefined)}`
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === typed ? html` selected` : ''}>${text}</option>`
  if (as === 'flag')
    return html`<input type="checkbox"${common} value="true"${typed ? html` checked` : ''}>`
  if (as === 'choice')
    return html`<select${common}>${choices.map(([word, label]) => option(word, textIn(label, locale)))}</select>`
  if (as === 'file')
    return html`<input type="file"${common} accept="image/jpeg,image/png,image/webp,image/gif,image/avif">`
  const limit = maxLength === undefined ? '' : html` maxlength="${maxLength}"`
  // the browser takes a line end away that begins a text
  if (as === 'html' || as === 'lines') return html`<textarea${common}${limit}>\n${typed}</textarea>`
  const complete =
    name === venueInput
      ? html` list="places" autocomplete="off" data-suggests="${suggestsFrom(request, 'venue')}"`
      : html` autocomplete="${autocomplete[name] ?? 'off'}"`
  return html`<input type="${typeOf(as, typed)}"${common}${limit}${complete} value="${typed}">`
}

/** A time that is none stays as it was typed, which an input for times would not show. */
function typeOf(as: Input['as'], typed: string): string {
  if (as === 'moment')
    return typed === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(typed)
      ? 'datetime-local'
      : 'text'
  return as === 'url' || as === 'email' || as === 'tel' ? as : 'text'
}

const aboutPrivacy = /privacy|confidentialit|donn[ée]es[- ]personnelles|gdpr|rgpd/i

/** The page of the site about personal data: the first link of its footer or header that says so. It opens in another tab, so that the form stays open. */
function privacyLink({ language, world }: PageRequest): Html | string {
  const { footerLinks, headerLinks } = world.settings
  const links = [footerLinks, headerLinks].flatMap(
    written => siteLinks(textFor(written, language), Number.POSITIVE_INFINITY) ?? [],
  )
  const link = links.find(({ text, url }) => aboutPrivacy.test(`${text} ${url}`))
  return link ? html` <a href="${link.url}" target="_blank" rel="noopener">${link.text}</a>` : ''
}
