import { hash } from 'node:crypto'
import type { openReport } from './report.ts'

type Marks = ReadonlyMap<string, { mark: string }>

/** Stores the digest of a source in its report, and notes there if it is not that of the preview. */
export function compareWithPreview(
  { report, note }: Pick<ReturnType<typeof openReport>, 'report' | 'note'>,
  met: Marks,
  previewed: string | undefined,
) {
  report.digest = digestOf(met)
  if (previewed !== undefined && previewed !== report.digest) note({}, { sentence: changedSince })
}

/** The same for the same records of a source, in any order. */
const digestOf = (met: Marks): string => {
  const marks = [...met].map(([key, { mark }]) => `${key} ${mark}`)
  return hash('sha256', JSON.stringify(marks.sort()), 'base64url')
}

const changedSince = {
  en: 'The source has changed since the preview: this report lists the records that were written. The import can be undone.',
  fr: 'La source a changé depuis l’aperçu\u00a0: ce compte rendu liste les fiches enregistrées. L’importation peut être annulée.',
}
