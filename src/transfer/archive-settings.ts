import { type openReport, service } from '../calendar/index.ts'
import { isSealed, pairedWith, valuesIn } from '../config/index.ts'
import type { openDataFolder } from '../data/index.ts'
import { isNameIn } from '../define/base/objects.ts'
import { maxSiteFile } from '../define/site-file.ts'
import { fileNames, storeSettings, takeFiles } from '../service/index.ts'

/** No file of the site has more bytes. */
export const largestFile = Math.max(...Object.values(maxSiteFile))

type Opened = Pick<Awaited<ReturnType<typeof openDataFolder>>, 'context' | 'live'>

/** Stores the settings of an archive and their files, each checked like a request; returns the names of those it stored. */
export async function storeArchived(
  { context: { store, now }, live }: Opened,
  sent: Readonly<Record<string, unknown>>,
  fileOf: (name: string) => Promise<Buffer | undefined>,
  note: ReturnType<typeof openReport>['note'],
) {
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(valuesIn(JSON.stringify(sent))).filter(([, value]) => !isSealed(value)),
  )
  const files: Awaited<ReturnType<typeof takeFiles>>['files'] = {}
  for (const name of fileNames) {
    const value = values[name]
    if (value === undefined || value === '') continue
    delete values[name]
    const bytes = await fileOf(String(value))
    if (!bytes) continue
    const taken = await takeFiles({ [name]: `data:;base64,${bytes.toString('base64')}` })
    if (taken.sent[name] === undefined) continue
    values[name] = taken.sent[name]
    Object.assign(files, taken.files)
  }
  for (;;) {
    const done = await storeSettings({ store, now, live }, service.id, {
      values,
      fieldErrors: {},
      files,
    })
    if (!('fieldErrors' in done)) break
    for (const name of Object.keys(done.fieldErrors)) {
      // where a pair is incomplete, the error may name the one that is not in the archive
      const isHere = name in values || !isNameIn(pairedWith, name)
      delete values[isHere ? name : pairedWith[name]]
    }
  }
  const names = Object.keys(values)
  const left = Object.keys(sent).filter(name => !names.includes(name))
  if (names.length > 0) note({}, { sentence: came, params: { names: names.join(', ') } })
  if (left.length > 0) note({}, { sentence: leftOut, params: { names: left.join(', ') } })
}

const came = {
  en: 'These settings were imported: {names}.',
  fr: 'Ces réglages ont été repris : {names}.',
}
const leftOut = {
  en: 'These settings were left out, as they are not valid here: {names}.',
  fr: 'Ces réglages ont été omis, car ils ne sont pas valides ici : {names}.',
}
