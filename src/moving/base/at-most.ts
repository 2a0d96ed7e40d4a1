import type { Yielded } from './item.ts'

/** The first records of a source; that there are more is an error of its own, so that none of them counts as gone. */
export async function* atMost(items: AsyncIterable<Yielded>, max: number): AsyncGenerator<Yielded> {
  let count = 0
  for await (const each of items) {
    if (!('about' in each) && ++count > max) {
      yield { kind: 'event', refused: { sentence: tooMany, params: { max } }, at: each.at }
      return
    }
    yield each
  }
}

/** `maxImportRecords` is the setting. */
const tooMany = {
  en: 'The source has more than {max} {max|record|records}, the most that are read from one (maxImportRecords). The others are left out.',
  fr: 'La source a plus de {max} {max|fiche|fiches}, le maximum lu dans une source (maxImportRecords). Les autres sont omises.',
}
