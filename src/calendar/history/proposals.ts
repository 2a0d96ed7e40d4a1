import type { Values } from '../../define/param.ts'
import { isLanguage, type Language } from '../../define/text/language.ts'
import { formatWall, type WallTime } from '../../define/time/clock.ts'
import { recurrenceIn, resources, submissionIn } from '../../resources/index.ts'
import { type Actor, isOpenProposal, service, visitor } from '../access/access.ts'
import type { Caller, Context, View } from '../base/context.ts'
import { viewOf } from '../read/views.ts'
import { checkSent } from '../write/check.ts'
import { discard, keepImage } from '../write/new-images.ts'
import { changeRecord, createRecord, type SentFile, type Written } from '../write/write-verbs.ts'
import type { Returned } from './review.ts'

/** The data that a visitor sends about an event: the image is a file, and `alt` describes it. */
type Proposed = { sent: Values; image?: { file: SentFile; alt: string } | undefined }

/** Stores an event that a visitor proposes. It waits for the editors, and its image is held back. */
export const propose = (context: Context, caller: Caller, proposed: Proposed): Promise<Written> =>
  withImage(context, caller, proposed, as =>
    createRecord(context, 'event', { ...as, actor: visitor }, proposed.sent),
  )

/** An event that waits for review, as the visitor who has its token may see and change it. */
export type OpenProposal = {
  id: number
  version: number
  /** Its texts stay in the language in which it was made. */
  language: Language | undefined
  /** The note of the editor who returned it; undefined: it was not returned. */
  returned: string | undefined
  hasImage: boolean
  /** The values of its fields, as typed. */
  values: Record<string, string>
  /** The starts of its further dates. */
  further: WallTime[]
  view: View
  actor: Actor
}

/** The event of a link for corrections; undefined: there is none, it was reviewed, or the token is another. */
export async function openProposal(
  context: Context,
  caller: Caller,
  { id, token }: { id: number; token: string },
): Promise<OpenProposal | undefined> {
  const event = await context.store.get('event', id)
  const key = event && submissionIn(event.facts)?.key
  // compared with nothing it takes as long
  const isRight = context.isSealed(token, key ?? '')
  if (!event || !key || !isRight || !isOpenProposal(event.facts)) return undefined
  const { facts, texts, links, version } = event
  const { main, submission, starts } = facts
  const language = isLanguage(main) ? main : undefined
  const view = await viewOf(context, { ...caller, actor: service, editing: true }, event)
  const text = texts[language ?? caller.language] ?? {}
  const returned: Returned | undefined = facts.returned
    ? JSON.parse(String(facts.returned))
    : undefined
  return {
    id,
    version,
    language,
    returned: returned?.note,
    hasImage: facts.image !== null,
    values: {
      title: asTyped(text.title),
      description: asTyped(text.description),
      cost: asTyped(facts.cost),
      website: asTyped(facts.website),
      online_url: asTyped(facts.online_url),
      attendance: String(facts.attendance ?? ''),
      start_date: momentOf(starts),
      end_date: momentOf(facts.ends),
      ...(facts.all_day === 1 && { all_day: 'true' }),
      categories: String(links.category[0] ?? ''),
      address: asTyped(view.venues[0]?.record.facts.address),
    },
    // a series has its first date among the others
    further: (recurrenceIn(facts)?.further ?? []).flatMap(({ at }) => (at === starts ? [] : [at])),
    view,
    actor: { ...visitor, submission: String(submission) },
  }
}

const momentOf = (at: unknown) => formatWall(Number(at)).slice(0, 16).replace(' ', 'T')

const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#038': '&' }

/** A text without elements as people type it; else as it is, or what looks like an element would become one. */
function asTyped(stored: unknown): string {
  const text = String(stored ?? '')
  if (text.includes('<')) return text
  const plain = text.replace(/&(lt|gt|quot|amp|#038);/g, (_, name) => signs[name] ?? '')
  return plain.includes('<') ? text : plain
}

/** Changes an event that waits for review; the transaction looks once more whether it still does. */
export const correctProposal = (
  context: Context,
  caller: Caller,
  { id, actor }: OpenProposal,
  proposed: Proposed,
): Promise<Written> =>
  withImage(context, caller, proposed, as =>
    changeRecord(context, 'event', { ...as, actor }, { id }, proposed.sent),
  )

async function withImage(
  context: Context,
  caller: Caller,
  { image: sent }: Proposed,
  write: (caller: Caller) => Promise<Written>,
): Promise<Written> {
  if (!sent) return write(caller)
  const { bytes, name } = sent.file
  const { alt } = resources.image.fields
  const draft = await checkSent(context, caller, { params: { alt } }, { alt: sent.alt })
  const image = await keepImage(context, bytes, name, { parameter: 'image', isHeld: true })
  try {
    return await write({
      ...caller,
      image: { ...image, draft: { ...image.draft, alt: String(draft.alt ?? '') } },
    })
  } catch (error) {
    await discard(context, [image])
    throw error
  }
}
