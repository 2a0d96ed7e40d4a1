import { propose } from '../../calendar/history/proposals.ts'
import { type Actor, type Caller, visitor } from '../../calendar/index.ts'
import { required } from '../../define/field-errors.ts'
import { check, type Params, type Values } from '../../define/param.ts'
import type { Fields } from '../../define/resource.ts'
import type { Language } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { event, type Submission, viewIn } from '../../resources/index.ts'
import { layout } from '../layout/layout.ts'
import { queryOf } from '../listing/filters.ts'
import { type Html, html } from '../shell/html.ts'
import type { Content, PageRequest, SentForm } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { formMessagesIn } from '../shell/submission-messages.ts'
import { furtherDates } from './dates.ts'
import { type Errors, errorsIn, sentenceOf } from './errors.ts'
import { draftOf, typedIn, you } from './fields.ts'
import { type Filled, formOf } from './form.ts'
import { held, heldIn, imageIn, isTimely, openedAgain } from './images.ts'
import { matchingPlace, similarTo, suggestedPlaces } from './places.ts'

/** The form by which visitors propose events; there is none unless a setting says so. */
export function proposePage(request: PageRequest): Promise<Content> {
  if (request.world.settings.submissions === 0) throw new Problem('rest_no_route')
  const { form } = request
  // what another site has made a browser send is not even shown
  if (form === 'from elsewhere') return showForm(request, 403, { notice: 'again' })
  return form ? proposalOf(request, form) : showForm(request, 200, {})
}

/** The thanks after a submission, which is not public yet. */
export function proposedPage(request: PageRequest): Content {
  if (request.world.settings.submissions === 0) throw new Problem('rest_no_route')
  const t = formMessagesIn(request.locale)
  const link = tokenIn(request)
  const main = html`<h1>${t('thanks')}</h1><p>${t('received')}</p>
${
  link
    ? html`<p>${t('linkAbout')}<br><a href="${correctionUrl(request, link)}">${t('correctLink')}</a></p>
`
    : ''
}<p><a href="${request.links.path('events')}">${t('theEvent')}</a></p>`
  return personal(request, { title: t('thanks'), main })
}

/** A personal page: its URL may contain a token, which must not leak to other sites. */
export const personal = (
  request: PageRequest,
  { title, main }: { title: string; main: Html },
  status = 200,
): Content => ({
  status,
  isPersonal: true,
  headers: { 'Referrer-Policy': 'same-origin' },
  body: layout(request, { title, main, isUnlisted: true }),
})

export const goOn = (to: string): Content => ({ status: 303, headers: { Location: to }, body: '' })

type ProposalLink = { id: number; token: string }

/** The proposal that the URL names, with its token: `12.alm_…`. */
export function tokenIn({ query }: PageRequest): ProposalLink | undefined {
  const [, id, token] = /^(\d{1,15})\.([\w.-]{20,100})$/.exec(query.get('token') ?? '') ?? []
  return id && token ? { id: Number(id), token } : undefined
}

const linkQuery = ({ id, token }: ProposalLink) => queryOf({ token: `${id}.${token}` })
export const correctionPath = ({ links }: PageRequest, link: ProposalLink) =>
  links.path('correct') + linkQuery(link)
const correctionUrl = ({ links }: PageRequest, link: ProposalLink) =>
  links.url('correct') + linkQuery(link)

const maxCategories = 200

/** Users who write events have a screen for it. */
const mayWrite = (user: Actor | undefined) =>
  user !== undefined && user.role !== 'subscriber' && user.role !== 'translator'

export async function showForm(
  request: PageRequest,
  status: number,
  filled: Partial<Omit<Filled, 'opened' | 'categories' | 'places'>>,
): Promise<Content> {
  const { world, reading, locale, links, language } = request
  const isUser = !filled.correcting && mayWrite(await request.signedIn())
  const { views } = await reading.list('category', {
    per_page: maxCategories,
    hide_empty: false,
    orderby: 'position',
  })
  const main = formOf(request, {
    typed: {},
    errors: {},
    ...filled,
    opened: openedAgain(filled.typed?.opened, world.now(), world.seals),
    categories: views.map(view => viewIn('category', view, showContextOf(request))),
    places: await suggestedPlaces(request),
    ownScreen: isUser ? `${links.path('admin', {}, language)}events/new` : undefined,
  })
  const title = formMessagesIn(locale)(filled.correcting ? 'correctLink' : 'propose')
  // it says when it was opened, so each is another one
  return personal(request, { title, main }, status)
}

async function proposalOf(request: PageRequest, form: SentForm): Promise<Content> {
  const { world, links } = request
  const { values } = form
  const typed = typedIn(values)
  const thanks = (query = '') => goOn(links.path('proposed') + query)
  // a hidden input: a client that fills it in is a program and gets no error
  if (typed.homepage) return thanks()
  // counted before the work: of many sent at once, all are counted before the first is done
  const takeBack = beginOf(request, typed, form)
  if (!takeBack) return showForm(request, 429, { typed, notice: 'tooMany' })
  let isTaken = false
  const again: Again = async (status, filled) => {
    const { held: image, isNew, errors } = await held(request, typed, form)
    isTaken = isNew
    const all = { ...filled, errors: { ...filled.errors, ...errors } }
    return showForm(request, status, { typed, held: image, ...all })
  }
  try {
    const token = world.proposals.newToken()
    const result = await submit(request, typed, form, { token, again })
    if (typeof result !== 'number') return result
    isTaken = true
    return thanks(linkQuery({ id: result, token }))
  } finally {
    if (!isTaken) takeBack()
  }
}

/** Shows the form again, with the image that it has sent. */
type Again = (status: number, filled: Partial<Filled>) => Promise<Content>

/** Counts a form, unless its image was counted with an earlier attempt: an image is stored for each that counts. */
export const beginOf = (request: PageRequest, typed: Record<string, string>, form: SentForm) =>
  !form.file && heldIn(request, typed) ? () => {} : request.world.proposals.begin(form.address)

/** Takes a proposal, or says what is wrong with it. */
async function submit(
  request: PageRequest,
  typed: Record<string, string>,
  form: SentForm,
  { token, again }: { token: string; again: Again },
): Promise<Content | number> {
  const { world, language, locale } = request
  const { submission, errors: own } = submissionOf(request, typed)
  const caller: Caller = { actor: visitor, language, fallback: world.site.fallback }
  const { draft: written, errors: ofDates } = await draftTyped(request, typed, draftOf, language)
  const draft = { ...written, show_map: true, show_map_link: true }
  const errors = { ...(await wrongIn(request, caller, draft)), ...ofDates, ...own }
  if (!isTimely(typed.opened, world.now(), world.seals))
    return again(400, { errors, notice: 'again' })
  if (!submission || Object.keys(errors).length > 0) return again(400, { errors })
  const similar = await similarTo(request, typed)
  if (similar) return again(200, { similar })
  const sealed: Submission = { ...submission, language, key: world.seals.seal(token) }
  try {
    const { record } = await world.calendar.perform(
      propose,
      { ...caller, submission: sealed },
      { sent: draft, image: imageIn(request, typed, form) },
    )
    world.proposals.received({
      submission: sealed,
      link: correctionUrl(request, { id: record.id, token }),
    })
    return record.id
  } catch (problem) {
    return again(400, { errors: errorsIn(problem, locale) })
  }
}

/** The typed values as a draft, with the errors of its further dates. */
export async function draftTyped(
  request: PageRequest,
  typed: Record<string, string>,
  draftFrom: typeof draftOf,
  language: Language,
): Promise<{ draft: Values; errors: Errors }> {
  const { world, locale } = request
  const { lines, errors } = furtherDates(typed, { now: world.now(), zone: world.site.zone })
  const place = await matchingPlace(request, typed)
  return {
    draft: draftFrom(typed, { place: place?.id, recurrence: lines, language }),
    errors: Object.fromEntries(
      Object.entries(errors).map(([name, error]) => [name, sentenceOf(name, error, locale)]),
    ),
  }
}

/** All errors of the draft at once: missing values are reported alone, so the rest is checked with samples in their place. */
export async function wrongIn(
  request: Pick<PageRequest, 'world' | 'locale'>,
  caller: Caller,
  draft: Values,
): Promise<Errors> {
  try {
    await request.world.calendar.checkDraft('event', caller, draft)
    return {}
  } catch (problem) {
    const errors = errorsIn(problem, request.locale)
    const missing = problem instanceof Problem ? (problem.extra.missing ?? []) : []
    const samples = Object.fromEntries(missing.flatMap(sampleOf))
    // without a sample for a missing value there are no further errors to find
    if (Object.keys(samples).length === 0) return errors
    return { ...errors, ...(await wrongIn(request, caller, { ...draft, ...samples })) }
  }
}

const fields: Fields = event.fields
const sampleOf = (name: string) => (fields[name] ? [[name, fields[name].type.sample]] : [])

/** What a visitor says of themselves as typed, and the errors in it; `mustAgree`: to its storage. */
export function checkedPerson(
  { world, language, locale }: PageRequest,
  params: Params,
  typed: Record<string, string>,
  mustAgree: boolean,
): { values: Values; errors: Errors } {
  const { now, site } = world
  const sent = Object.fromEntries(
    Object.keys(params).flatMap(name => (typed[name]?.trim() ? [[name, typed[name]]] : [])),
  )
  const about = { now: now(), zone: site.zone, language }
  const { values, fieldErrors, missing } = check(params, sent, about)
  const consent = mustAgree && typed.consent !== 'yes' ? ['consent'] : []
  const errors = Object.fromEntries(
    [
      ...Object.entries(fieldErrors),
      ...[...missing, ...consent].map(name => [name, required] as const),
    ].map(([name, error]) => [name, sentenceOf(name, error, locale)]),
  )
  return { values, errors }
}

/** The submitter as typed, or the errors in it. */
function submissionOf(
  request: PageRequest,
  typed: Record<string, string>,
): { submission?: Submission; errors: Errors } {
  const { values, errors } = checkedPerson(request, you, typed, true)
  if (Object.keys(errors).length > 0) return { errors }
  const { name, email, note } = values
  return {
    submission: {
      name: String(name),
      email: String(email),
      note: String(note ?? ''),
      agreed: request.world.now(),
    },
    errors,
  }
}
