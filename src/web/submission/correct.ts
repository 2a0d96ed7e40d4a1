import type { Caller } from '../../calendar/context.ts'
import { correctProposal, type OpenProposal, openProposal } from '../../calendar/write/proposals.ts'
import { Problem } from '../../problem/problem.ts'
import { eventView } from '../../resources/view.ts'
import { html } from '../shell/html.ts'
import type { Content, PageRequest, SentForm } from '../shell/page.ts'
import { showContextOf } from '../shell/show-context.ts'
import { dateNames, momentOf } from './dates.ts'
import { errorsIn } from './errors.ts'
import { changeOf, typedIn } from './fields.ts'
import type { Filled } from './form.ts'
import { isTimely } from './guard.ts'
import { correctionPath, draftTyped, goOn, personal, showForm, tokenIn, wrongIn } from './page.ts'
import { formWordsIn } from './words.ts'

/** The form by which a visitor corrects what they have proposed, until it is reviewed. */
export async function correctPage(asked: PageRequest): Promise<Content> {
  const { form } = asked
  const found = await proposalOf(asked)
  if (!found) return endedPage(asked)
  const empty = { typed: typedOf(asked, found), ...correcting(asked, found) }
  if (form === 'from elsewhere') return showForm(asked, 403, { ...empty, notice: 'again' })
  return form ? correctionOf(asked, found, form) : showForm(asked, 200, empty)
}

/** Thanks for a correction. */
export function correctedPage(asked: PageRequest): Content {
  const t = formWordsIn(asked.locale)
  const link = tokenIn(asked)
  const main = html`<h1>${t('thanks')}</h1><p>${t('corrected')}</p>
${link ? html`<p><a href="${correctionPath(asked, link)}">${t('correctLink')}</a></p>\n` : ''}`
  return personal(asked, { title: t('thanks'), main })
}

function endedPage(asked: PageRequest): Content {
  const t = formWordsIn(asked.locale)
  const main = html`<h1>${t('ended')}</h1><p>${t('endedAbout')}</p>`
  return personal(asked, { title: t('ended'), main }, 404)
}

/** The proposal of the URL. Wrong tokens count as wrong passwords of an event do. */
async function proposalOf(asked: PageRequest): Promise<OpenProposal | undefined> {
  const { world, requester } = asked
  const link = tokenIn(asked)
  if (!link) return undefined
  const guesses = world.guesses(requester.address)
  guesses.refuse(link.id)
  const found = await world.calendar.perform(openProposal, callerOf(asked), link)
  if (!found) guesses.failed(link.id)
  return found
}

const callerOf = ({ language, world, reading }: PageRequest): Caller => ({
  ...reading.caller,
  language,
  fallback: world.site.fallback,
})

function correcting(
  asked: PageRequest,
  { hasImage, returned = '', version }: OpenProposal,
): Pick<Filled, 'correcting'> {
  const link = tokenIn(asked)
  const action = link ? correctionPath(asked, link) : ''
  return { correcting: { action, hasImage, said: returned, version } }
}

async function correctionOf(
  asked: PageRequest,
  found: OpenProposal,
  { values, file, address }: SentForm,
): Promise<Content> {
  const { world, locale, links, url } = asked
  const typed = typedIn(values)
  const show = (status: number, filled: Partial<Filled>) =>
    showForm(asked, status, {
      typed,
      hadImage: file !== undefined,
      ...correcting(asked, found),
      ...filled,
    })
  const takeBack = world.proposals.begin(address)
  if (!takeBack) return show(429, { notice: 'tooMany' })
  let isTaken = false
  try {
    const caller = { ...callerOf(asked), ...(found.language && { language: found.language }) }
    const { draft, errors: ofDates } = await draftTyped(asked, typed, changeOf)
    const errors = {
      ...(await wrongIn(asked, { ...caller, actor: found.actor }, draft)),
      ...ofDates,
    }
    if (!isTimely(typed.opened, world.now(), world.seals))
      return await show(400, { errors, notice: 'again' })
    if (Object.keys(errors).length > 0) return await show(400, { errors })
    const version = Number(typed.version)
    await world.calendar.perform(
      correctProposal,
      { ...caller, expects: stored => stored.version === version },
      found,
      { sent: draft, image: file && { file, alt: typed.alt ?? '' } },
    )
    isTaken = true
    if (found.returned !== undefined) world.proposals.corrected()
    return goOn(links.path('corrected') + url.search)
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    if (problem.code === 'rest_precondition_failed') return await show(409, { notice: 'changed' })
    // it was reviewed while it was corrected
    if (problem.code === 'rest_forbidden') return endedPage(asked)
    return await show(400, { errors: errorsIn(problem, locale) })
  } finally {
    if (!isTaken) takeBack()
  }
}

/** The event as the form shows it. */
function typedOf(asked: PageRequest, { view, values, further }: OpenProposal) {
  const { venues, organizers } = eventView(view, showContextOf(asked))
  const [venue, organizer] = [venues[0], organizers[0]]
  return {
    ...values,
    ...(venue && { venue: venue.name.text, city: venue.city }),
    ...(organizer && { organizer: organizer.name.text }),
    ...Object.fromEntries(
      further.flatMap((at, n) => (dateNames[n] ? [[dateNames[n], momentOf(at)]] : [])),
    ),
  }
}
