import { wrongType } from '../../define/field-errors.ts'
import type { FieldType, Language, Sentence } from '../../define/field-type.ts'
import { untyped } from '../../define/field-types.ts'
import { isObject } from '../../define/objects.ts'
import { exact, listOf, ref } from '../../define/schema.ts'
import { fieldProblem } from '../../problem/problem.ts'
import type { AdminAnswer, AdminCall, AdminRoute } from './admin-route.ts'
import type { SettingState } from './settings-desk.ts'

/** What of a setting goes out, in one language; null where it has no such thing. */
function shown(setting: SettingState, language: Language) {
  const { label, about, expects, shown: written, words, least, most, ...others } = setting
  const say = (sentence: Sentence | undefined) => sentence?.[language] ?? null
  const { name, group, input, source } = others
  return {
    name,
    group,
    label: say(label),
    about: say(about),
    expects: say(expects),
    input,
    words: words?.map(({ word, label: called }) => ({ word, label: say(called) ?? word })) ?? null,
    least: least ?? null,
    most: most ?? null,
    can_be_empty: others.canBeEmpty,
    can_change: others.canChange,
    source: source.from,
    source_name: source.name,
    value: others.value,
    default: others.default,
    shown: say(written),
    secret: others.isSecret,
    is_set: others.isSet,
  }
}

async function answerOf({ service, actor, language }: AdminCall): Promise<AdminAnswer> {
  const { version, settings } = await service.settingsAs(actor).read()
  return {
    body: { settings: settings.map(setting => shown(setting, language)) },
    headers: { ETag: `"${version}"` },
  }
}

const returns = exact(
  { en: 'The settings.', fr: 'Les réglages.' },
  {
    settings: listOf(ref('Setting'), {
      en: 'All of them, in the order of their groups.',
      fr: 'Tous, dans l’ordre de leurs groupes.',
    }),
  },
)

const read: AdminRoute = {
  method: 'GET',
  path: 'settings',
  name: 'readSettings',
  door: 'account',
  summary: {
    en: 'The settings of the service, and which of them can be changed while it runs; for administrators',
    fr: 'Les réglages du service, et ceux qui se modifient pendant qu’il tourne ; pour les administrateurs',
  },
  returns,
  problems: ['rest_forbidden'],
  answer: answerOf,
}

const byName: FieldType = {
  ...untyped(),
  accepts: { type: 'object', additionalProperties: true },
  check: input => (isObject(input) ? { value: input } : { fieldError: wrongType('object') }),
}

const change: AdminRoute = {
  method: 'PATCH',
  path: 'settings',
  name: 'changeSettings',
  door: 'account',
  summary: {
    en: 'Change settings: all that are sent, at once, or none. `If-Match` with the ETag of the settings as they were read keeps what others have changed since',
    fr: 'Modifier des réglages : tous ceux envoyés, d’un coup, ou aucun. `If-Match`, avec l’ETag des réglages lus, préserve ce que d’autres ont modifié depuis',
  },
  params: {
    settings: {
      type: byName,
      required: true,
      en: 'New values by name; null for the default.',
      fr: 'Les nouvelles valeurs, par nom ; null pour la valeur par défaut.',
    },
  },
  returns,
  problems: ['rest_forbidden', 'rest_precondition_failed'],
  async answer(call) {
    const { service, actor, values, request } = call
    if (!isObject(values.settings)) throw fieldProblem('settings', wrongType('object'))
    const [, version] = /^\s*"([^"]*)"/.exec(request.headers['if-match'] ?? '') ?? []
    await service.settingsAs(actor).change(values.settings, version)
    return answerOf(call)
  },
}

/** What administrators change while the service runs. */
export const settingsRoutes = [read, change]
