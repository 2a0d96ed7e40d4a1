import type { FieldError } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import type { Cell } from '../../define/record.ts'
import { isLanguage, type Language, othersThan } from '../../define/text/language.ts'
import { formatWall, type WallTime } from '../../define/time/clock.ts'
import { fieldProblem } from '../../problem/index.ts'
import {
  accessibilityWords,
  attendances,
  audienceOf,
  availabilities,
  type Report,
  recurrenceIn,
  resources,
  submissionIn,
} from '../../resources/index.ts'
import { type Actor, isOpenProposal, service, visitor } from '../access/access.ts'
import type { Context, View, WriteCaller } from '../base/context.ts'
import { viewOf } from '../read/views.ts'
import { checkSent } from '../write/check.ts'
import { discard, keepImage, titleOf } from '../write/new-images.ts'
import type { NewImage } from '../write/write-types.ts'
import { changeRecord, createRecord, type SentFile, type Written } from '../write/write-verbs.ts'
import { isCorrectionToken } from './correction-link.ts'
import type { Returned } from './review.ts'

/** The data that a visitor sends about an event: the image is a file, or one that was held, and `alt` describes it. */
type Proposed = { sent: Values; image?: ProposedImage | undefined }
type ProposedImage = { of: SentFile | HeldImage; alt: string }

/** An image of a proposal that was refused for something else; `name`: of its file. */
export type HeldImage = { held: number; name: string }

/** Stores the image of a proposal that has to be corrected first, for an hour. */
export async function holdImage(context: Context, { bytes, name }: SentFile): Promise<HeldImage> {
  const { unused } = await keepImage(context, bytes, name, { parameter: 'image', isHeld: true })
  return { held: unused, name }
}

async function imageOf(context: Context, of: SentFile | HeldImage): Promise<NewImage> {
  const { name } = of
  if ('bytes' in of) return keepImage(context, of.bytes, name, { parameter: 'image', isHeld: true })
  const stored = await context.store.get('replaced_file', of.held)
  if (!stored) throw fieldProblem('image', notHeld)
  const files: NewImage['files'] = JSON.parse(String(stored.facts.files))
  const draft = { title: titleOf(name) }
  return { files, unused: of.held, source: null, focus: undefined, draft }
}

const notHeld: FieldError = {
  sentence: {
    en: 'The image was kept for an hour. Choose it again.',
    fr: 'L’image a été conservée une heure. Choisissez-la de nouveau.',
  },
}

/** Stores an event that a visitor proposes. It waits for the editors, and its image is held back. */
export const propose = (
  context: Context,
  caller: WriteCaller,
  proposed: Proposed,
): Promise<Written> =>
  withImage(context, caller, proposed, as =>
    createRecord(context, 'event', { ...as, actor: visitor }, proposed.sent),
  )

/** An event that waits for review, or that is published, as the visitor who has its token may see and change it. */
export type OpenProposal = {
  id: number
  version: number
  /** True if only a report tells the editors what its sender would change. */
  isPublished: boolean
  sender: NonNullable<Report['sender']>
  /** Its texts stay in the language in which it was made. */
  language: Language | undefined
  /** The note of the editor who returned it; undefined: it was not returned. */
  returned: string | undefined
  hasImage: boolean
  /** The values of its fields, as typed. */
  values: Record<string, string>
  /** Its categories and what makes it accessible. */
  chosen: { categories: number[]; accessibility: readonly string[] }
  /** Its texts in other languages, as typed. */
  translations: Partial<Record<Language, Record<'title' | 'description', string>>>
  /** The starts of its further dates. */
  further: WallTime[]
  view: View
  actor: Actor
}

/** The event of a link for corrections; undefined: there is none, it was put aside, or the token is another. */
export async function openProposal(
  context: Context,
  caller: WriteCaller,
  { id, token }: { id: number; token: string },
): Promise<OpenProposal | undefined> {
  const event = await context.store.get('event', id)
  const sender = event && submissionIn(event.facts)
  // compared with nothing it takes as long
  const isRight = isCorrectionToken(context, { event: id, key: sender?.key ?? '', token })
  if (!event || !sender || !isRight) return undefined
  const isPublished = event.facts.status === 'publish'
  if (!isPublished && !isOpenProposal(event.facts)) return undefined
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
    isPublished,
    sender: { name: sender.name, email: sender.email, agreed: sender.agreed },
    language,
    returned: returned?.note,
    hasImage: facts.image !== null,
    values: {
      title: asTyped(text.title),
      description: asTyped(text.description),
      cost: asTyped(facts.cost),
      website: asTyped(text.website),
      online_url: asTyped(facts.online_url),
      attendance: attendances[Number(facts.attendance ?? 0)] ?? '',
      availability: availabilities[Number(facts.availability ?? 0)] ?? '',
      start_date: momentOf(starts),
      end_date: momentOf(facts.ends),
      ...(facts.all_day === 1 && { all_day: 'true' }),
      registration_url: asTyped(text.registration_url),
      ...audienceValues(facts.audience),
      address: asTyped(view.venues[0]?.record.facts.address),
      zip: asTyped(view.venues[0]?.record.facts.zip),
      phone: asTyped(view.organizers[0]?.record.facts.phone),
    },
    chosen: {
      categories: links.category,
      accessibility: accessibilityWords.filter(
        (_, at) => (Number(facts.accessibility ?? 0) >> at) & 1,
      ),
    },
    translations: Object.fromEntries(
      othersThan(language ?? caller.language).flatMap(other => {
        const { title, description } = texts[other] ?? {}
        const typed = { title: asTyped(title), description: asTyped(description) }
        return title || description ? [[other, typed]] : []
      }),
    ),
    // a series has its first date among the others
    further: (recurrenceIn(facts)?.further ?? []).flatMap(({ at }) => (at === starts ? [] : [at])),
    view,
    actor: { ...visitor, submission: String(submission) },
  }
}

function audienceValues(cell: Cell | undefined): Record<string, string> {
  const { family, min_age, max_age } = audienceOf(cell) ?? {}
  return {
    ...(family && { family: 'true' }),
    min_age: String(min_age ?? ''),
    max_age: String(max_age ?? ''),
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
  caller: WriteCaller,
  { id, actor }: OpenProposal,
  proposed: Proposed,
): Promise<Written> =>
  withImage(context, caller, proposed, as =>
    changeRecord(context, 'event', { ...as, actor }, { id }, proposed.sent),
  )

async function withImage(
  context: Context,
  caller: WriteCaller,
  { image: sent }: Proposed,
  write: (caller: WriteCaller) => Promise<Written>,
): Promise<Written> {
  if (!sent) return write(caller)
  const { alt } = resources.image.fields
  const draft = await checkSent(context, caller, { params: { alt } }, { alt: sent.alt })
  const image = await imageOf(context, sent.of)
  try {
    return await write({
      ...caller,
      image: { ...image, draft: { ...image.draft, alt: String(draft.alt ?? '') } },
    })
  } catch (error) {
    // one that was held stays for the next attempt
    if ('bytes' in sent.of) await discard(context, [image])
    throw error
  }
}
