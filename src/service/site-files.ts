import { AccountProblem, type Actor, mayAdminister } from '../calendar/index.ts'
import {
  byLabels,
  definitionOf,
  settings as definitions,
  describeSettings,
  type Live,
  type LiveChange,
  type Setting,
  type SettingName,
  type Settings,
  type SettingValues,
  wrongValue,
} from '../config/index.ts'
import { isNameIn, isObject, namesIn } from '../define/base/objects.ts'
import type { FieldError, Sentence } from '../define/field-type.ts'
import { maxSiteFile, type SiteFile, type SiteFileForm, siteFileOf } from '../define/site-file.ts'
import { type SheetError, sheetError } from '../define/text/style-sheet.ts'
import { appendSettings } from '../journal/index.ts'
import {
  readSiteFile,
  type SiteFileContent,
  type SiteFileRefusal,
  siteFile,
} from '../outside/index.ts'
import { Problem, withErrors } from '../problem/index.ts'
import type { Store, Transaction } from '../store/index.ts'

const formOf = (name: SettingName): SiteFileForm | undefined => {
  const { type }: Setting = definitionOf(name)
  return type.file
}
export const fileNames: readonly SettingName[] = namesIn(definitions).filter(formOf)

/** The files that are given as paths, by path. Throws an error for the operator where one cannot be read. */
export async function givenFiles(settings: Settings): Promise<Map<string, SiteFileContent>> {
  const files = new Map<string, SiteFileContent>()
  for (const name of fileNames) {
    const [path, form] = [String(settings[name]), formOf(name)]
    if (path === '' || !form) continue
    const bytes = await read(name, form, path)
    const file = await siteFile(name, form, bytes, { isForeign: false })
    if (typeof file === 'string') throw refusal(file, name, path)
    files.set(path, file)
  }
  return files
}

async function read(name: SettingName, form: SiteFileForm, path: string): Promise<Buffer> {
  const bytes = await readSiteFile(path, form)
  if (typeof bytes === 'string') throw refusal(bytes, name, path)
  return bytes
}

/** The file at a path, as a browser sends it. */
export async function readSentFile(name: SettingName, path: string): Promise<string> {
  const bytes = await read(name, formOf(name) ?? 'sheet', path)
  return `data:;base64,${bytes.toString('base64')}`
}

/** The message for the operator. */
const refusal = (why: SiteFileRefusal, name: SettingName, file: string) =>
  Object.assign(new Error(`${file} cannot be ${name}.`), {
    code: `SITE_FILE_${why.toUpperCase()}`,
    sentence: sentences[why](definitionOf(name).type.expects),
    params: { file, name },
  })

const sentences: Record<SiteFileRefusal, (expects: Sentence) => Sentence> = {
  missing: () => ({
    en: 'The file {file} is missing or cannot be read. Change the setting {name}, or leave it empty.',
    fr: 'Le fichier {file} manque ou ne peut pas être lu. Changez le réglage {name}, ou laissez-le vide.',
  }),
  size: ({ en, fr }) => ({
    en: `The file {file} of the setting {name} is too large. Expected ${en}.`,
    fr: `Le fichier {file} du réglage {name} est trop volumineux. Attendu : ${fr}.`,
  }),
  type: ({ en, fr }) => ({
    en: `The file {file} does not fit the setting {name}. Expected ${en}.`,
    fr: `Le fichier {file} ne convient pas au réglage {name}. Attendu : ${fr}.`,
  }),
}

/** The files of the site: those that are given, and those that are stored with the data. */
export function openSiteFiles(
  given: ReadonlyMap<string, SiteFileContent>,
  store: Pick<Store, 'note'>,
) {
  const stored = new Map<SettingName, SiteFileContent>()
  return {
    /** The file that the value of a setting names. */
    of(value: string): SiteFile | undefined {
      const path = given.get(value)
      return siteFileOf(path ? path.file : value)
    },
    /** The content of the file of a setting with this value; undefined: it no longer exists. */
    async read(name: SettingName, value: string): Promise<Buffer | undefined> {
      const path = given.get(value)
      if (path) return path.bytes
      const bytes = bytesOf(stored.get(name), value)
      if (bytes) return bytes
      const content = contentIn(await store.note(noteOf(name)))
      if (content) stored.set(name, content)
      return bytesOf(content, value)
    },
  }
}

const bytesOf = (content: SiteFileContent | undefined, file: string) =>
  content?.file === file ? content.bytes : undefined

/** The files that are stored with the data. */
export async function* storedFiles(
  store: Pick<Store, 'note'>,
): AsyncGenerator<SiteFileContent, void, undefined> {
  for (const name of fileNames) {
    const content = contentIn(await store.note(noteOf(name)))
    if (content) yield content
  }
}

const noteOf = (name: string) => `file ${name}`

function contentIn(note: string | undefined): SiteFileContent | undefined {
  const value: unknown = note ? JSON.parse(note) : undefined
  if (!isObject(value) || typeof value.file !== 'string' || typeof value.bytes !== 'string')
    return undefined
  return { file: value.file, bytes: Buffer.from(value.bytes, 'base64') }
}

type CheckedFiles = {
  /** The sent values, with the names of files instead of files. */
  sent: SettingValues
  files: Record<string, SiteFileContent>
  fieldErrors: Record<string, FieldError>
}

/** Takes the files out of settings that were sent: each as a `data:` URL. */
export async function takeFiles(sent: SettingValues): Promise<CheckedFiles> {
  const taken: Omit<CheckedFiles, 'sent'> = { files: {}, fieldErrors: {} }
  const plain: Record<string, unknown> = { ...sent }
  for (const [name, value] of Object.entries(sent)) {
    if (!isNameIn(definitions, name) || value === null || value === '') continue
    const form = formOf(name)
    if (!form) continue
    delete plain[name]
    const bytes = bytesIn(value)
    const isSheet = bytes && form === 'sheet' && bytes.length <= maxSiteFile.sheet
    const broken = isSheet ? sheetError(bytes) : undefined
    if (broken) {
      taken.fieldErrors[name] = sheetProblem(broken)
      continue
    }
    const file = bytes && (await siteFile(name, form, bytes, { isForeign: true }))
    if (!file || typeof file === 'string')
      taken.fieldErrors[name] = wrongValue(definitionOf(name).type.expects)
    else {
      plain[name] = file.file
      taken.files[name] = file
    }
  }
  return { ...taken, sent: plain }
}

const sheetProblem = ({ line, why }: SheetError): FieldError => ({
  sentence: {
    en: `{name} is not valid, on line ${line}: ${why.en}.`,
    fr: `{name} n’est pas valide, à la ligne ${line} : ${why.fr}.`,
  },
})

function bytesIn(value: unknown): Buffer | undefined {
  const [, text] =
    typeof value === 'string' ? (/^data:[^,]{0,200};base64,([\w+/]+={0,2})$/.exec(value) ?? []) : []
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}

/** Stores files with the settings that name them; those of settings without one go. */
async function storeFiles(
  tx: Pick<Transaction, 'setNote'>,
  changed: readonly string[],
  files: CheckedFiles['files'],
) {
  for (const name of changed) {
    if (!isNameIn(definitions, name) || !formOf(name)) continue
    const content = files[name]
    const note = content && { file: content.file, bytes: content.bytes.toString('base64') }
    await tx.setNote(noteOf(name), note ? JSON.stringify(note) : '')
  }
}

type LiveContext = { live: Live; store: Store; now(): number }
type Checked = ReturnType<Live['check']> & Partial<Pick<CheckedFiles, 'files'>>

/** The settings for administrators, who alone may see and change them. */
export function settingsFor(desk: LiveContext, actor: Actor) {
  const { live, store } = desk
  const assertAllowed = () => {
    if (!mayAdminister(actor)) throw new AccountProblem('forbidden')
  }
  return {
    check: assertAllowed,
    async read() {
      assertAllowed()
      return describeSettings(live, store)
    },
    /** `versions`: those of the settings that the change may be based on. The change is in effect when the promise resolves. */
    async change(sent: SettingValues, versions?: readonly string[]) {
      assertAllowed()
      const taken = await takeFiles(sent)
      const { values, fieldErrors } = live.check(taken.sent)
      const checked = { values, fieldErrors: { ...fieldErrors, ...taken.fieldErrors } }
      const done = await storeSettings(desk, actor.id, { ...checked, files: taken.files }, versions)
      if ('isStale' in done) throw new Problem('rest_precondition_failed', { sentence: stale })
      if ('fieldErrors' in done) throw withErrors(byLabels(done.fieldErrors))
    },
  }
}

const stale = {
  en: 'Another user has changed the settings since you read them. Read them again, and send your change with their new ETag.',
  fr: 'Les réglages ont été modifiés depuis votre lecture. Relisez-les, puis renvoyez votre modification avec leur nouvel ETag.',
}

/** Stores settings and appends to the journal. */
export const storeSettings = (
  { live, store, now }: LiveContext,
  actor: number,
  checked: Checked,
  versions?: readonly string[],
): Promise<LiveChange> =>
  store.write(async tx => {
    const done = await live.store(tx, checked, versions)
    if ('changed' in done && done.changed.length > 0) {
      await storeFiles(tx, done.changed, checked.files ?? {})
      await appendSettings(tx, { instant: now(), actor }, done.changed)
    }
    return done
  })
