import { type Caller, visitor } from '../../calendar/index.ts'
import { sendReport } from '../../calendar/reports/reports.ts'
import { Problem } from '../../problem/index.ts'
import type { EventView } from '../../resources/index.ts'
import { eventHref, eventIn } from '../listing/items.ts'
import { langOf } from '../parts/text.ts'
import { whenOf } from '../parts/when.ts'
import { html } from '../shell/html.ts'
import type { Content, PageRequest, SentForm } from '../shell/page.ts'
import { formMessagesIn } from '../shell/submission-messages.ts'
import { errorsIn } from './errors.ts'
import { reporter, reportInputs, typedIn } from './fields.ts'
import { aboutYou, type Filled, inputPart, summaryOf, trapsOf } from './form.ts'
import { isTimely, openedAgain } from './guard.ts'
import { checkedPerson, goOn, personal } from './page.ts'

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
