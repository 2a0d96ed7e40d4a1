import { visitor } from '../../calendar/access/access.ts'
import type { Caller } from '../../calendar/context.ts'
import { required } from '../../define/field-errors.ts'
import { check, type Values } from '../../define/param.ts'
import type { Fields } from '../../define/resource.ts'
import { Problem } from '../../problem/problem.ts'
import { event } from '../../resources/event/event.ts'
import type { Submission } from '../../resources/event/submission.ts'
import { viewIn } from '../../resources/view.ts'
import { html } from '../shell/html.ts'
import { layout } from '../shell/layout.ts'
import type { Content, PageRequest, SentForm } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { type Errors, errorsIn, sentenceOf } from './errors.ts'
import { draftOf, typedIn, you } from './fields.ts'
import { type Filled, formOf } from './form.ts'
import { isTimely, openedAt } from './guard.ts'
import { formWordsIn } from './words.ts'

/** The form by which visitors propose events; there is none unless a setting says so. */
export function proposePage(asked: PageRequest): Promise<Content> {
  if (asked.world.settings.submissions === 0) throw new Problem('rest_no_route')
  const { form } = asked
  // what another site has made a browser send is not even shown
  if (form === 'from elsewhere') return showForm(asked, 403, { notice: 'again' })
  return form ? proposalOf(asked, form) : showForm(asked, 200, {})
}

/** Thanks for a proposal, which nobody sees yet. */
export function proposedPage(asked: PageRequest): Content {
  if (asked.world.settings.submissions === 0) throw new Problem('rest_no_route')
  const t = formWordsIn(asked.locale)
  const main = html`<h1>${t('thanks')}</h1><p>${t('received')}</p>
<p><a href="${asked.links.path('events')}">${t('theEvent')}</a></p>`
  return { body: layout(asked, { title: t('thanks'), main, isUnlisted: true }) }
}

const mostCategories = 200

async function showForm(
  asked: PageRequest,
  status: number,
  filled: Partial<Pick<Filled, 'typed' | 'errors' | 'notice'>>,
): Promise<Content> {
  const { world, reading, locale } = asked
  const { views } = await reading.list(
    'category',
    { per_page: mostCategories, hide_empty: false },
    mostCategories,
  )
  const main = formOf(asked, {
    typed: {},
    errors: {},
    ...filled,
    opened: openedAt(world.now(), world.seals),
    categories: views.map(view => viewIn('category', view, showContextOf(asked))),
  })
  const title = formWordsIn(locale)('propose')
  // it says when it was opened, so each is another one
  return { status, isPersonal: true, body: layout(asked, { title, main, isUnlisted: true }) }
}

async function proposalOf(asked: PageRequest, { values, address }: SentForm): Promise<Content> {
  const { world, links } = asked
  const typed = typedIn(values)
  const thanks: Content = { status: 303, headers: { Location: links.path('proposed') }, body: '' }
  // nobody sees this input: a client that fills it in is a program, and gets no error
  if (typed.homepage) return thanks
  // counted before the work: what is sent at once is not all looked at before the first counts
  const takeBack = world.proposals.begin(address)
  if (!takeBack) return showForm(asked, 429, { typed, notice: 'tooMany' })
  let isTaken = false
  try {
    const refused = await refusalOf(asked, typed)
    isTaken = !refused
    return refused ?? thanks
  } finally {
    if (!isTaken) takeBack()
  }
}

/** Takes a proposal, or says what is wrong with it. */
async function refusalOf(
  asked: PageRequest,
  typed: Record<string, string>,
): Promise<Content | undefined> {
  const { world, language, locale } = asked
  const { submission, errors: own } = submissionIn(asked, typed)
  const caller = { actor: visitor, language, fallback: world.site.fallback }
  const draft = draftOf(typed)
  const errors = { ...(await wrongIn(asked, caller, draft)), ...own }
  if (!isTimely(typed.opened, world.now(), world.seals))
    return showForm(asked, 400, { typed, errors, notice: 'again' })
  if (!submission || Object.keys(errors).length > 0) return showForm(asked, 400, { typed, errors })
  try {
    await world.calendar.create('event', { ...caller, submission }, draft)
  } catch (problem) {
    return showForm(asked, 400, { typed, errors: errorsIn(problem, locale) })
  }
  return undefined
}

/** All that is wrong with the draft at once: what is missing is reported alone, so the rest is looked at with samples in its place. */
async function wrongIn(
  asked: Pick<PageRequest, 'world' | 'locale'>,
  caller: Caller,
  draft: Values,
): Promise<Errors> {
  try {
    await asked.world.calendar.checkDraft('event', caller, draft)
    return {}
  } catch (problem) {
    const errors = errorsIn(problem, asked.locale)
    const missing = problem instanceof Problem ? (problem.extra.missing ?? []) : []
    const samples = Object.fromEntries(missing.flatMap(sampleOf))
    // without a sample of what is missing there is nothing more to find out
    if (Object.keys(samples).length === 0) return errors
    return { ...errors, ...(await wrongIn(asked, caller, { ...draft, ...samples })) }
  }
}

const fields: Fields = event.fields
const sampleOf = (name: string) => (fields[name] ? [[name, fields[name].type.sample]] : [])

/** What the visitor says of themselves, or what is wrong with it. */
function submissionIn(
  { world, language, locale }: PageRequest,
  typed: Record<string, string>,
): { submission?: Submission; errors: Errors } {
  const { now, site } = world
  const sent = Object.fromEntries(
    Object.keys(you).flatMap(name => (typed[name]?.trim() ? [[name, typed[name]]] : [])),
  )
  const { values, fieldErrors, missing } = check(you, sent, {
    now: now(),
    zone: site.zone,
    language,
  })
  const consent = typed.consent === 'yes' ? [] : ['consent']
  const errors = Object.fromEntries(
    [
      ...Object.entries(fieldErrors),
      ...[...missing, ...consent].map(name => [name, required] as const),
    ].map(([name, error]) => [name, sentenceOf(name, error, locale)]),
  )
  if (Object.keys(errors).length > 0) return { errors }
  const { name, email, note } = values
  return {
    submission: {
      name: String(name),
      email: String(email),
      note: String(note ?? ''),
      agreed: now(),
    },
    errors,
  }
}
