import type { StoredRecord } from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import { type PostName, postNames } from '../../resources/index.ts'
import { service } from '../access/access.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { inWrites } from './batches.ts'
import { isTrashSlug, trashEnding } from './slugs.ts'
import { settle } from './write.ts'
import type { Write } from './write-types.ts'

const atOnce = 200
const doneNote = 'trash-slugs'

/**
 * Earlier versions could restore a record from the trash with a slug such as `jazz__trashed-2`. Once in each database, these
 * records get back the slug they had, where it is free; URLs with the wrong one redirect. Returns how many records changed. One that is
 * stopped begins again at the next start.
 */
export async function repairTrashSlugs(context: Context, isStopped = () => false): Promise<number> {
  if ((await context.store.note(doneNote)) !== undefined) return 0
  const caller: WriteCaller = { actor: service, language: context.site.language, fallback: true }
  let repaired = 0
  for (const kind of postNames)
    for (let after = 0; ; ) {
      const ids = await context.store.idsWithSlug(kind, trashEnding, after, atOnce)
      for (const stored of await context.store.getMany(kind, ids)) {
        if (isStopped()) return repaired
        // most of them are in the trash, where such a slug is right
        if (!isWrong(stored)) continue
        if (await inWrites(context, caller, write => repairOne(write, kind, stored.id))) repaired++
      }
      if (ids.length < atOnce) break
      after = ids.at(-1) ?? after
    }
  await context.store.write(tx => tx.setNote(doneNote, '1'))
  return repaired
}

const isWrong = ({ facts, texts }: StoredRecord) =>
  facts.status !== 'trash' && languages.some(each => isTrashSlug(String(texts[each]?.slug ?? '')))

async function repairOne(write: Write, kind: PostName, id: number) {
  const { tx, context } = write
  const stored = await tx.get(kind, id)
  if (!stored || !isWrong(stored)) return false
  const modified = context.now()
  const version = await tx.update(kind, id, { modified })
  const facts = { ...stored.facts, modified }
  // other texts, if only by identity: their slugs are chosen again
  await settle(write, stored, { ...stored, version, facts, texts: { ...stored.texts } })
  return true
}
