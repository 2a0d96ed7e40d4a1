import { userOf } from '../../calendar/index.ts'
import type { Language, Sentence } from '../../define/field-type.ts'
import { textIn } from '../../define/text/language.ts'
import type { settingsOperations, statusOperations } from '../../operations/admin-api/index.ts'
import { Problem } from '../../problem/index.ts'
import type { AdminCall, Handlers } from '../api/admin-call.ts'
import { tagsIn } from '../api/conditions.ts'
import type { SettingState } from '../services/admin-services.ts'
import { testMail } from './mails.ts'

export const statusHandlers: Handlers<typeof statusOperations> = {
  async 'GET /status'({ service, actor, language }) {
    const { findings, ...status } = await service.statusAs(actor)
    const presented = findings.map(({ level, message, advice }) => ({
      level,
      message: textIn(message, language),
      advice: textIn(advice, language),
    }))
    return { body: { ...status, findings: presented } }
  },
}

/** The response about a setting, in one language; null for parts that it does not have. */
function bodyOf(setting: SettingState, language: Language) {
  const { label, about, expects, written, words, least: min, most: max, of, ...others } = setting
  const textOf = (sentence: Sentence | undefined) => (sentence ? textIn(sentence, language) : null)
  const { name, group, input, source } = others
  return {
    name,
    group,
    label: textOf(label),
    about: textIn(about, language),
    expects: textIn(expects, language),
    input,
    words:
      words?.map(({ word, label: called }) => ({ word, label: textOf(called) ?? word })) ?? null,
    least: min ?? null,
    most: max ?? null,
    where: others.where ? { setting: others.where.setting, is: [...others.where.is] } : null,
    of: of ?? null,
    can_be_empty: others.canBeEmpty,
    can_change: others.canChange,
    source: source.from,
    source_name: source.name,
    value: others.value,
    default: others.default,
    shown: textOf(written),
    default_shown: textOf(others.writtenDefault),
    secret: others.isSecret,
    is_set: others.isSet,
  }
}

async function answerOf({ service, actor, language }: AdminCall) {
  const { version, settings } = await service.settingsAs(actor).read()
  return {
    body: { settings: settings.map(setting => bodyOf(setting, language)) },
    headers: { ETag: `"${version}"` },
  }
}

/** The versions that a change may be based on, by its `If-Match`; undefined: any. */
const versionsIn = (ifMatch: string | undefined): string[] | undefined =>
  ifMatch === undefined || ifMatch.trim() === '*' ? undefined : tagsIn(ifMatch, 'strong')

export const settingsHandlers: Handlers<typeof settingsOperations> = {
  'GET /settings': answerOf,

  async 'PATCH /settings'(call) {
    const { service, actor, values, request } = call
    const versions = versionsIn(request.headers['if-match'])
    await service.settingsAs(actor).change(values.settings, versions)
    return answerOf(call)
  },

  async 'POST /settings/mail-test'({ service, actor, entered, values }) {
    service.settingsAs(actor).check()
    const { mail } = service
    if (!mail) return outcomeOf('mailFrom')
    const reader = entered
      ? userOf(entered.user)
      : { login: actor.login, name: '', language: '' as const }
    return outcomeOf(await reasonOf(mail.test(values.to, testMail(service, reader))))
  },

  async 'POST /settings/provider-test'({ service, actor }) {
    service.settingsAs(actor).check()
    const { provider } = service
    return outcomeOf(provider ? await provider.check() : 'oidcIssuer')
  },
}

const outcomeOf = (reason: string | undefined) => ({
  body: { works: reason === undefined, reason: reason ?? '' },
})

/** The error has a code, and no part of a password. */
const reasonOf = (test: Promise<void>): Promise<string | undefined> =>
  test.then(
    () => undefined,
    (error: unknown) => (error instanceof Problem ? error.code : messageOf(error)),
  )

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')
