import { settingGroups } from '../define/account-messages.ts'
import { isNameIn, namesIn } from '../define/base/objects.ts'
import type { FieldError, Language, Sentence } from '../define/field-type.ts'
import { textIn } from '../define/text/language.ts'
import { type Setting, type SettingName, settings, siteSettings } from './config.ts'
import { fileSettings } from './file-settings.ts'
import { analyticsSettings, layoutSettings, placeSettings } from './layout-settings.ts'
import { limitSettings } from './limit-settings.ts'
import { eventSettings, listSettings } from './list-settings.ts'
import { type Live, versionOf } from './live.ts'
import { pageSettings } from './page-settings.ts'
import { signInSettings } from './sign-in-settings.ts'
import { mailSettings } from './site-settings.ts'
import { definitionOf, liveNames, readStored } from './stored-site.ts'
import { themeSettings } from './theme-settings.ts'

const groups: Record<(typeof settingGroups)[number], object> = {
  site: siteSettings,
  pages: { ...pageSettings, ...placeSettings },
  files: fileSettings,
  layout: layoutSettings,
  theme: themeSettings,
  analytics: analyticsSettings,
  lists: listSettings,
  events: eventSettings,
  mail: mailSettings,
  signIn: signInSettings,
  limits: limitSettings,
  service: settings,
}

const groupOf = (name: SettingName) =>
  settingGroups.find(group => isNameIn(groups[group], name)) ?? 'service'

const order = namesIn(settings).toSorted(
  (a, b) => settingGroups.indexOf(groupOf(a)) - settingGroups.indexOf(groupOf(b)),
)

/** Every setting as it is now, for administrators: its description, its value, and the source of the value. */
export async function describeSettings(live: Live, store: Parameters<typeof readStored>[0]) {
  const { text, values } = await readStored(store)
  const given = (name: SettingName) =>
    live.givenBy(name) ??
    (values[name] === undefined
      ? { from: 'default' as const, name }
      : { from: 'stored' as const, name })
  return {
    version: versionOf(text),
    settings: order.map(name => ({
      ...stateOf(name, live.current[name]),
      source: given(name),
      canChange: liveNames.includes(name) && !live.isGiven(name),
    })),
  }
}

/** For a secret, only whether it is set. */
function stateOf(name: SettingName, value: unknown) {
  const { type, live, secret, en, fr, ...definition }: Setting = definitionOf(name)
  const isSecret = secret === true
  return {
    name,
    group: groupOf(name),
    isSecret,
    isSet: value !== '' && !(Array.isArray(value) && value.length === 0),
    label: live && sentenceOf(live),
    about: labelled(name, { en, fr }),
    expects: type.expects,
    value: isSecret ? null : value,
    default: isSecret ? null : definition.default,
    written: isSecret ? undefined : type.show && bothOf(type.show.bind(type), value),
    writtenDefault: isSecret
      ? undefined
      : type.show && bothOf(type.show.bind(type), definition.default),
    input: type.input ?? ('text' as const),
    canBeEmpty: type.canBeEmpty === true,
    least: type.least,
    most: type.most,
    of: type.of,
    words: type.words?.map(word => ({ word, label: live?.words?.[word] })),
    where: live?.where,
  }
}

const sentenceOf = ({ en, fr }: Sentence): Sentence => ({ en, fr })

const bothOf = (show: NonNullable<Setting['type']['show']>, value: unknown): Sentence => ({
  en: show(value, 'en'),
  fr: show(value, 'fr'),
})

/** Errors of settings as a form shows them: each is called what it is called there. */
export const byLabels = (fieldErrors: Readonly<Record<string, FieldError>>) =>
  Object.fromEntries(
    Object.entries(fieldErrors).map(([name, { sentence, ...error }]) => {
      const isLabelled = liveNames.some(one => one === name)
      return [name, { ...error, sentence: isLabelled ? labelled(name, sentence) : sentence }]
    }),
  )

/** A sentence about a setting, in which settings are called what forms call them. */
function labelled(name: string, sentence: Sentence): Sentence {
  const labelledIn = (language: Language) =>
    textIn(sentence, language)
      .replace(anyName, word => quoted(word, language))
      .replaceAll('{name}', quoted(name, language))
  return { en: labelledIn('en'), fr: labelledIn('fr') }
}

function quoted(name: string, language: Language): string {
  const { live }: Setting = definitionOf(liveNames.find(one => one === name) ?? 'siteName')
  return textIn(quotes, language).replace('…', live ? textIn(live, language) : name)
}

/** The names that are no words of a language. */
const names = liveNames.filter(name => /[A-Z]/.test(name))
const anyName = new RegExp(`\\b(${names.join('|')})\\b`, 'g')
const quotes: Sentence = { en: '“…”', fr: '«\u00a0…\u00a0»' }

/** The label of a setting in the screens; those without one keep their name. */
export function labelOf(name: string, language: Language): string {
  const liveName = liveNames.find(one => one === name)
  if (!liveName) return name
  const { live }: Setting = definitionOf(liveName)
  return live ? textIn(live, language) : name
}
