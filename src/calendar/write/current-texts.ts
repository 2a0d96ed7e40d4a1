import type { StoredRecord } from '../../define/record.ts'
import { type Language, othersThan } from '../../define/text/language.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { recordFor, refuseUnexpected } from '../read/record-for.ts'
import { forbidden } from './check.ts'
import { inWrites } from './kept-responses.ts'
import { textsAfter } from './texts.ts'
import { settle } from './write.ts'
import type { WrittenName } from './write-types.ts'

/** Notes that the texts of a language still hold after a change of another: from then on they are as old as those. */
export const confirmTexts = (
  context: Context,
  caller: WriteCaller,
  kind: WrittenName,
  { id, language }: { id: number; language: Language },
): Promise<StoredRecord> =>
  inWrites(context, caller, async write => {
    const stored = await recordFor(write, 'change', kind, id)
    const { onlyLanguage = language } = caller
    if (onlyLanguage !== language) throw forbidden(caller)
    refuseUnexpected(caller, stored)
    const others = othersThan(language).map(of => Number(stored.texts[of]?.changed ?? 0))
    const changed = Math.max(0, ...others)
    const own = stored.texts[language]
    if (!own || changed === 0 || own.changed === changed) return stored
    const texts = { [language]: { changed } }
    const facts = { modified: context.now() }
    const version = await write.tx.update(kind, id, facts, texts)
    return settle(write, stored, {
      ...stored,
      version,
      facts: { ...stored.facts, ...facts },
      texts: textsAfter(texts, stored),
    })
  })
