import type { ParamValues } from '../../define/param.ts'
import { wordsOf } from '../../define/text/fold.ts'
import { languages } from '../../define/text/language.ts'
import {
  illustratedNames,
  type image,
  type PostName,
  takesPassword,
} from '../../resources/index.ts'
import type { ProtectedOf, Reader } from '../../store/index.ts'
import { type Actor, protectedFor, seesOthers, visibleTo } from '../access/access.ts'
import type { Context, ListCaller } from '../base/context.ts'
import { changeOf, changeUntil } from './event-question.ts'
import { type Listing, pageOf, refuseBeyond } from './lists.ts'
import { searchOf } from './wide-search.ts'

/** Images by date, as far as the caller may see them (A9). */
export async function listImages(
  context: Context,
  caller: ListCaller,
  values: ParamValues<typeof image.filters>,
): Promise<Listing> {
  const { page, perPage, limit, offset } = pageOf(context, caller, values)
  const { store } = context
  const { language } = caller
  const seen = { kind: 'image', visible: { statuses: ['publish'] }, ...visibleImages(caller.actor) }
  const wide =
    values.q === undefined
      ? undefined
      : await searchOf(context, caller, 'image', values.q, (letters, among) =>
          store.listPosts({ ...seen, search: { language, words: [letters] }, page: among }),
        )
  const listed = await store.listPosts({
    ...seen,
    ...(wide && { wide }),
    ...(values.search !== undefined && {
      search: { language, words: wordsOf(values.search) },
    }),
    ...(values.alt_missing !== undefined && {
      emptyText: {
        name: 'alt',
        languages: languages.filter(
          of => of === values.alt_missing || values.alt_missing === 'any',
        ),
      },
    }),
    modified: changeOf(context, values),
    ...(values.order === 'asc' && { isOldestFirst: true }),
    page: { limit, offset },
  })
  const total = refuseBeyond('image', listed, page)
  return { ids: listed.ids, total, page, perPage, until: changeUntil(context, values) }
}

/** Editors and administrators see all images; others their own, and those of records that they may read (A9). */
function visibleImages(actor: Actor) {
  if (seesOthers(actor)) return {}
  const usedIn = illustratedNames.map(kind => ({ kind, protectedOf: hiddenFor(actor, kind) }))
  return { seenBy: { by: actor.id || -1, visible: visibleTo(actor), in: usedIn } }
}

/** The authors whose protected records reveal their images to this caller; kinds without passwords hide none. */
export const hiddenFor = (actor: Actor, kind: PostName): ProtectedOf =>
  takesPassword(kind) ? protectedFor(actor) : 'all'

/** True if this caller may see an image by itself (A9). */
export async function seesImage(
  reader: Pick<Reader, 'listPosts'>,
  actor: Actor,
  id: number,
): Promise<boolean> {
  const listed = await reader.listPosts({
    kind: 'image',
    visible: { statuses: ['publish'] },
    ...visibleImages(actor),
    ids: [id],
    page: { limit: 1, offset: 0 },
  })
  return listed.total > 0
}
