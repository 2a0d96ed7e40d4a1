import type { JsonSchema } from '../../define/field-type.ts'
import { exact, type Properties, text, whole } from '../../define/schema.ts'
import { Problem, type ProblemCode, type ProblemExtra, problems } from '../../problem.ts'
import { languageParam } from '../../resources/common.ts'
import { resources } from '../../resources/index.ts'
import { problemBody } from '../problem-body.ts'
import { type Context, capital } from './context.ts'
import { knownCodes, statusesOf } from './where-problems-occur.ts'

/** Codes whose bodies tell more, and the schemas of these. */
export const special: Partial<Record<ProblemCode, string>> = {
  rest_missing_callback_param: 'MissingParameters',
  rest_invalid_param: 'InvalidParameters',
  rest_invalid_json: 'InvalidJson',
  term_exists: 'TermExists',
}

/** The error bodies: one shape for most codes, and four that tell more. */
export function problemSchemas({ tell }: Context): Properties {
  const message = text(
    tell(
      'What went wrong, in the language of the request.',
      'Ce qui s’est passé, dans la langue de la requête.',
    ),
  )
  const status = (of: JsonSchema) => ({
    type: 'integer',
    description: tell('The HTTP status.', 'Le statut HTTP.'),
    ...of,
  })
  const body = (code: JsonSchema, data: Properties, what: string) =>
    exact(what, {
      code: text(
        tell('Never changes with the language.', 'Ne change jamais avec la langue.'),
        code,
      ),
      message,
      data: exact(tell('More about the problem.', 'Des précisions sur le problème.'), data),
    })
  const parameters = tell('By parameter.', 'Par paramètre.')
  const detail = exact(tell('A field error.', 'Une erreur de champ.'), {
    code: { type: 'string' },
    message,
    data: exact(tell('Where it is.', 'Où il se trouve.'), { param: { type: 'string' } }),
  })
  const only = (code: ProblemCode) => ({ const: code })
  const bad = status({ const: 400 })
  return {
    Problem: body(
      { enum: knownCodes.filter(code => !special[code]) },
      { status: status({}) },
      tell('What went wrong.', 'Ce qui s’est passé.'),
    ),
    MissingParameters: body(
      only('rest_missing_callback_param'),
      {
        status: bad,
        params: {
          type: 'array',
          minItems: 1,
          items: { type: 'string' },
          description: tell('Their names.', 'Leurs noms.'),
        },
      },
      tell('Required parameters are missing.', 'Des paramètres requis manquent.'),
    ),
    InvalidParameters: body(
      only('rest_invalid_param'),
      {
        status: bad,
        params: {
          type: 'object',
          minProperties: 1,
          additionalProperties: { type: 'string' },
          description: parameters,
        },
        details: { type: 'object', additionalProperties: detail, description: parameters },
      },
      tell(
        'Parameters are not valid; all of them are reported.',
        'Des paramètres ne sont pas valides ; tous sont indiqués.',
      ),
    ),
    InvalidJson: body(
      only('rest_invalid_json'),
      {
        status: bad,
        json_error_code: whole(tell('Always 4.', 'Toujours 4.')),
        json_error_message: text(
          tell('Always the same words, in English.', 'Toujours les mêmes mots, en anglais.'),
        ),
      },
      tell('The body is no JSON.', 'Le corps n’est pas du JSON.'),
    ),
    TermExists: body(
      only('term_exists'),
      {
        status: bad,
        term_id: whole(tell('The ID of the term that exists.', 'L’ID du terme existant.'), 1),
      },
      tell('A term of this name exists.', 'Un terme de ce nom existe déjà.'),
    ),
  }
}

/** The name of an example: its code as an identifier, and its status where that is not the usual one. */
export const exampleName = (code: ProblemCode, status: number) =>
  code.split(/[_-]/).map(capital).join('') + (problems[code].status === status ? '' : status)

/** Every problem as it looks on the wire. */
export function problemExamples(c: Context) {
  const examples = knownCodes.flatMap(code =>
    statusesOf(code).map(status => {
      const problem = new Problem(code, { ...extra(c, code), status })
      return [exampleName(code, status), { value: problemBody(problem, c.language) }]
    }),
  )
  return Object.fromEntries(examples)
}

function extra({ settings, tell }: Context, code: ProblemCode): ProblemExtra {
  if (code === 'rest_invalid_param') return { fieldErrors: { ml_language: wrongLanguage() } }
  if (code === 'rest_missing_callback_param')
    return { missing: [resources.event.titled, 'start_date'] }
  const more: Partial<Record<ProblemCode, ProblemExtra>> = {
    rest_invalid_json: { data: { json_error_code: 4, json_error_message: 'Syntax error' } },
    rest_body_too_large: { params: { limit: settings.bodyLimit } },
    too_many_attempts: { params: { seconds: 42 } },
    too_many_requests: { params: { seconds: 42 } },
    service_too_busy: { params: { seconds: 5 } },
    rest_insufficient_storage: { params: { seconds: 30 } },
    rest_storage_failing: { params: { seconds: 30 } },
    'rest-event-not-found': { params: { id: 13 } },
    term_exists: {
      params: { where: tell('with this parent', 'sous ce parent') },
      data: { term_id: 9 },
    },
    duplicate_term_slug: { params: { slug: tell('music', 'musique') } },
    rest_image_in_use: { params: { count: 2 } },
  }
  return more[code] ?? {}
}

function wrongLanguage() {
  const checked = languageParam.ml_language?.type.check('de', { now: 0, zone: 'UTC' })
  if (!checked || !('fieldError' in checked)) throw new Error('German is not spoken here.')
  return checked.fieldError
}
