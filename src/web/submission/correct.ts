import {
  correctProposal,
  type OpenProposal,
  openProposal,
} from '../../calendar/history/proposals.ts'
import { type Caller, visitor } from '../../calendar/index.ts'
import { sendReport } from '../../calendar/reports/reports.ts'
import { namesIn } from '../../define/base/objects.ts'
import type { Values } from '../../define/param.ts'
import { languages } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { type EventView, eventView } from '../../resources/index.ts'
import { eventHref, eventIn } from '../listing/items.ts'
import { langOf } from '../parts/text.ts'
import { whenOf } from '../parts/when.ts'
import { html } from '../shell/html.ts'
import type { Content, PageRequest, SentForm } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { formMessagesIn } from '../shell/submission-messages.ts'
import { dateNames, momentOf } from './dates.ts'
import { errorsIn } from './errors.ts'
import {
  changeOf,
  choiceName,
  isChosen,
  reporter,
  reportInputs,
  translationName,
  typedIn,
} from './fields.ts'
import { aboutYou, type Filled, inputPart, summaryOf, trapsOf } from './form.ts'
import { held, imageIn, isTimely, openedAgain } from './images.ts'
import {
  beginOf,
  checkedPerson,
  correctionPath,
  draftTyped,
  goOn,
  personal,
  showForm,
  tokenIn,
  wrongIn,
} from './page.ts'

/** The form by which a visitor corrects what they have proposed, until it is reviewed. */
export async function correctPage(request: PageRequest): Promise<Content> {
  const { form } = request
  const proposal = await proposalOf(request)
  if (!proposal) return endedPage(request)
  const empty = { typed: typedOf(request, proposal), ...correcting(request, proposal) }
  if (form === 'from elsewhere') return showForm(request, 403, { ...empty, notice: 'again' })
  return form ? correctionOf(request, proposal, form) : showForm(request, 200, empty)
}

/** Thanks for a correction. */
export function correctedPage(request: PageRequest): Content {
  const t = formMessagesIn(request.locale)
  const link = tokenIn(request)
  const main = html`<h1>${t('thanks')}</h1><p>${t('corrected')}</p>
${link ? html`<p><a href="${correctionPath(request, link)}">${t('correctLink')}</a></p>\n` : ''}`
  return personal(request, { title: t('thanks'), main })
}

function endedPage(request: PageRequest): Content {
  const t = formMessagesIn(request.locale)
  const main = html`<h1>${t('ended')}</h1><p>${t('endedAbout')}</p>`
  return personal(request, { title: t('ended'), main }, 404)
}

/** The proposal of the URL. Wrong tokens count as wrong passwords of an event do. */
async function proposalOf(request: PageRequest): Promise<OpenProposal | undefined> {
  const { world, requester } = request
  const link = tokenIn(request)
  if (!link) return undefined
  const guesses = world.guesses(requester.address)
  guesses.refuse(link.id)
  const proposal = await world.calendar.perform(openProposal, callerOf(request), link)
  if (!proposal) guesses.failed(link.id)
  return proposal
}

const callerOf = ({ language, world, reading }: PageRequest): Caller => ({
  ...reading.caller,
  language,
  fallback: world.site.fallback,
})

function correcting(
  request: PageRequest,
  { hasImage, isPublished, returned = '', version, language }: OpenProposal,
): Pick<Filled, 'correcting'> {
  const link = tokenIn(request)
  const action = link ? correctionPath(request, link) : ''
  const form = { action, isPublished, hasImage: hasImage && !isPublished }
  return { correcting: { ...form, note: returned, version, language } }
}

async function correctionOf(
  request: PageRequest,
  proposal: OpenProposal,
  form: SentForm,
): Promise<Content> {
  const { world, locale, links, url } = request
  const typed = typedIn(form.values)
  const isCancelled = proposal.isPublished && typed.what === 'cancelled'
  const shown = isCancelled ? { ...typedOf(request, proposal), ...typed } : typed
  const own = { typed: shown, ...correcting(request, proposal) }
  const takeBack = beginOf(request, typed, form)
  if (!takeBack) return showForm(request, 429, { ...own, notice: 'tooMany' })
  let isTaken = false
  const show = async (status: number, filled: Partial<Filled>) => {
    const { held: image, isNew, errors } = await held(request, typed, form)
    isTaken = isNew
    const all = { ...filled, errors: { ...filled.errors, ...errors } }
    return showForm(request, status, { ...own, held: image, ...all })
  }
  try {
    const caller = {
      ...callerOf(request),
      ...(proposal.language && { language: proposal.language }),
    }
    const language = proposal.language ?? request.language
    const draftFrom = (of: Typed) => draftTyped(request, of, changeOf, language)
    const now = proposal.isPublished ? (await draftFrom(typedOf(request, proposal))).draft : {}
    const { draft, errors: ofDates } = isCancelled
      ? { draft: { ...now, ...cancelled(typed) }, errors: {} }
      : await draftFrom(typed)
    const errors = {
      ...(await wrongIn(request, { ...caller, actor: proposal.actor }, draft)),
      ...ofDates,
    }
    if (!isTimely(typed.opened, world.now(), world.seals))
      return await show(400, { errors, notice: 'again' })
    if (Object.keys(errors).length > 0) return await show(400, { errors })
    if (proposal.isPublished) {
      const change = isCancelled ? cancelled(typed) : differing(now, draft)
      if (Object.keys(change).length === 0) return await show(400, { notice: 'nothingChanged' })
      await world.calendar.perform(sendReport, caller, {
        event: proposal.id,
        what: isCancelled ? 'cancelled' : 'changed',
        note: '',
        change,
        sender: proposal.sender,
      })
      isTaken = true
      return goOn(links.path('corrected') + url.search)
    }
    const version = Number(typed.version)
    await world.calendar.perform(
      correctProposal,
      { ...caller, expects: stored => stored?.version === version },
      proposal,
      { sent: draft, image: imageIn(request, typed, form) },
    )
    isTaken = true
    return goOn(links.path('corrected') + url.search)
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    if (problem.code === 'rest_precondition_failed') return await show(409, { notice: 'changed' })
    // it was reviewed while it was corrected
    if (problem.code === 'rest_forbidden') return endedPage(request)
    return await show(400, { errors: errorsIn(problem, locale) })
  } finally {
    if (!isTaken) takeBack()
  }
}

type Typed = Record<string, string>

const cancelled = ({ reason = '' }: Typed) => ({
  event_status: 'cancelled',
  ...(reason.trim() && { event_status_reason: reason.trim() }),
})

/** They are checked together. */
const dates = ['start_date', 'end_date', 'all_day', 'recurrence']

/** The values that are otherwise in one of two drafts of a change. */
function differing(now: Values, then: Values): Values {
  const isOther = (name: string) => JSON.stringify(now[name]) !== JSON.stringify(then[name])
  const isMoved = dates.some(isOther)
  const hasMoved = (name: string) => isMoved && dates.includes(name) && then[name] !== null
  return Object.fromEntries(
    Object.entries(then).filter(([name]) => isOther(name) || hasMoved(name)),
  )
}

/** The event as the form shows it. */
function typedOf(request: PageRequest, proposal: OpenProposal): Typed {
  const { view, values, further, chosen, translations } = proposal
  const { venues, organizers } = eventView(view, showContextOf(request))
  const [venue, organizer] = [venues[0], organizers[0]]
  return {
    ...values,
    ...(venue && { venue: venue.name.text, city: venue.city }),
    ...(organizer && { organizer: organizer.name.text }),
    ...Object.fromEntries(
      namesIn(chosen).flatMap(name => chosen[name].map(word => [choiceName(name, word), isChosen])),
    ),
    ...Object.fromEntries(
      languages.flatMap(language =>
        Object.entries(translations[language] ?? {}).map(([name, text]) => [
          translationName(name, language),
          text,
        ]),
      ),
    ),
    ...Object.fromEntries(
      further.flatMap((at, n) => (dateNames[n] ? [[dateNames[n], momentOf(at)]] : [])),
    ),
  }
}

/** The form by which visitors report a mistake on the page of an event; there is one where they may propose events. */
export async function reportPage(request: PageRequest): Promise<Content> {
  const event = await eventOf(request)
  const { form } = request
  if (form === 'from elsewhere') return showReport(request, event, 403, { notice: 'again' })
  return form ? reportOf(request, event, form) : showReport(request, event, 200, {})
}

/** The thanks after a report. */
export function reportedPage(request: PageRequest): Content {
  refuseWithoutForms(request)
  const t = formMessagesIn(request.locale)
  const main = html`<h1>${t('thanks')}</h1><p>${t('reportReceived')}</p>
<p><a href="${request.links.path('events')}">${t('allEvents')}</a></p>`
  return personal(request, { title: t('thanks'), main })
}

function refuseWithoutForms({ world }: PageRequest) {
  if (world.settings.submissions === 0) throw new Problem('rest_no_route')
}

/** The public event of the URL. One behind a password has no form. */
async function eventOf(request: PageRequest): Promise<EventView> {
  refuseWithoutForms(request)
  const { params, reading } = request
  try {
    return eventIn(request, await reading.read('event', { slug: params.slug ?? '' }))
  } catch (error) {
    if (error instanceof Problem && error.status < 500) throw new Problem('rest_no_route')
    throw error
  }
}

function showReport(
  request: PageRequest,
  event: EventView,
  status: number,
  filled: Partial<Filled>,
): Content {
  const { locale, url, world } = request
  const t = formMessagesIn(locale)
  const typed = filled.typed ?? {}
  const opened = openedAgain(typed.opened, world.now(), world.seals)
  const all: Filled = { errors: {}, categories: [], places: [], ...filled, typed, opened }
  const [mistake, ...about] = reportInputs.map(input => inputPart(request, input, all))
  const main = html`<h1>${t('report')}</h1>
<p>${t('reportAbout')}</p>
<p><a href="${eventHref(request, event)}"${langOf(event.title)}>${event.title.text}</a><br>${whenOf(event, locale)}</p>
${summaryOf(request, all)}
<form class="proposal" method="post" action="${url.path}" novalidate>
${mistake}
${aboutYou(request, all, { inputs: about, legend: 'youIfYouLike', consent: 'consentToReport' })}
${trapsOf(request, all)}
<button type="submit">${t('sendReport')}</button>
</form>`
  return personal(request, { title: t('report'), main }, status)
}

async function reportOf(
  request: PageRequest,
  event: EventView,
  { values: sent, address }: SentForm,
): Promise<Content> {
  const { world, language, links, locale } = request
  const typed = typedIn(sent)
  const thanks = () => goOn(links.path('eventReported'))
  // a hidden input: a client that fills it in is a program and gets no error
  if (typed.homepage) return thanks()
  const takeBack = world.proposals.begin(address)
  if (!takeBack) return showReport(request, event, 429, { typed, notice: 'tooMany' })
  const refuse = (filled: Partial<Filled>) => {
    takeBack()
    return showReport(request, event, 400, { typed, ...filled })
  }
  const isNamed = Boolean(typed.name?.trim() || typed.email?.trim())
  const { values, errors } = checkedPerson(request, reporter, typed, isNamed)
  if (!isTimely(typed.opened, world.now(), world.seals)) return refuse({ errors, notice: 'again' })
  if (Object.keys(errors).length > 0) return refuse({ errors })
  const { mistake, name, email } = values
  const caller: Caller = { actor: visitor, language, fallback: world.site.fallback }
  try {
    await world.calendar.perform(sendReport, caller, {
      event: event.id,
      what: 'mistake',
      note: String(mistake),
      sender: isNamed
        ? { name: String(name ?? ''), email: String(email ?? ''), agreed: world.now() }
        : undefined,
    })
    return thanks()
  } catch (problem) {
    const { note, ...errors } = errorsIn(problem, locale)
    return refuse({ errors: { ...errors, ...(note && { mistake: note }) } })
  }
}
