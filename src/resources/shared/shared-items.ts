import { existing, tableOf } from '../../define/base/objects.ts'
import {
  derived,
  type Named,
  optional,
  pageUrl,
  restUrl,
  type View,
  viewOf,
} from '../../define/derived.ts'
import type { JsonSchema, Sentence } from '../../define/field-type.ts'
import { presentedValue, presenterOf } from '../../define/present.ts'
import { publicId, type StoredRecord } from '../../define/record.ts'
import { languageOf, languagesOf, localized } from '../../define/record-texts.ts'
import type { Field, Presented, PresentedEmbedded, Resource } from '../../define/resource.ts'
import { address, byLanguage, dateTime, exact, integer, listOf, text } from '../../define/schema.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'
import { wallOf } from '../../define/time/zone.ts'

/** Values of responses that several resources share and that are no fields. */

export const idOf = (of: Sentence) => derived(integer(of, 1), ({ record }) => publicId(record))
const id = idOf({ en: 'The ID of the record.', fr: 'L’ID de la fiche.' })

export const globalIds = {
  global_id: derived(
    text({
      en: 'An ID that no other site gives: host and ID.',
      fr: 'Un ID qu’aucun autre site ne donne : hôte et ID.',
    }),
    ({ record }, { host }) => `${host}?id=${publicId(record)}`,
  ),
  global_id_lineage: derived(
    listOf(
      { type: 'string' },
      {
        en: 'The global IDs that the record has had.',
        fr: 'Les ID globaux que la fiche a portés.',
      },
      { minItems: 1 },
    ),
    ({ record }, { host }) => [`${host}?id=${publicId(record)}`],
  ),
}

export const modified = {
  modified: derived(
    dateTime({
      en: 'The last change, in the time zone of the site.',
      fr: 'La dernière modification, dans le fuseau horaire du site.',
    }),
    ({ record }, { zone }) => formatWall(wallOf(Number(record.facts.modified), zone)),
  ),
  modified_utc: derived(
    dateTime({ en: 'The last change, in UTC.', fr: 'La dernière modification, en UTC.' }),
    ({ record }) => formatWall(Number(record.facts.modified)),
  ),
}

const page = address({ en: 'The public page.', fr: 'La page publique.' })
/** The page in the language of the request. */
export const url = derived(page, ({ record }, context, { resource }) =>
  pageUrl(context, resource, record, context.language),
)
/** The page in the language that is shown. */
export const urlInFallback = derived(page, ({ record }, context, { resource }) =>
  pageUrl(context, resource, record, languageOf(record, context.language)),
)

export const rest_url = derived(
  address({
    en: 'The URL of this record in the API.',
    fr: 'L’URL de cette fiche dans l’API.',
  }),
  ({ record }, { root }, { resource }) => restUrl(root, resource, record),
)

/** The first presented fields of venues and organizers. */
export const linkedHead = {
  id,
  author: true,
  status: true,
  date: true,
  date_utc: true,
  ...modified,
  url,
} as const

/** For venues and organizers, whose slugs follow from their names. */
export const slug = derived(
  text({ en: 'The slug, made from the name.', fr: 'Le slug, tiré du nom.' }, { minLength: 1 }),
  ({ record }, { language }) => localized(record, 'slug', language) || undefined,
)

/** A field of another definition, as its type shows it. */
export const asField = <const F extends Field>(name: string, { type, read, en, fr }: F) =>
  derived(
    { ...type.returns, description: read ?? { en, fr } },
    ({ record }, context) =>
      type.show?.(record.facts[name] ?? null, context) as Exclude<F['type']['out'], undefined>,
  )

/** Shows a record as it comes inside of another. The presenter is made of the items whose types these are. */
export const embeddedOf =
  <R extends Resource>(resource: () => R) =>
  (record: StoredRecord, context: ShowContext) =>
    presenterOf(resource(), true)(viewOf(record), context) as PresentedEmbedded<R>

/** Venues and organizers come in events as they come alone. */
export const presented =
  <R extends Resource>(resource: () => R) =>
  (view: View, context: ShowContext, isAlone: boolean) =>
    presenterOf(resource())(view, context, isAlone) as Presented<R>

type Translation<Titled extends string> = { [N in Titled]: string } & {
  slug: string
  url: string
  rest_url: string
}

/** `language` and `translations` of a record (M5), by the field that names it. */
export const languageItems = <const Titled extends string>(titled: Titled) => ({
  language: derived(
    text(
      { en: 'The language of the name that is shown.', fr: 'La langue du nom affiché.' },
      { enum: languages },
    ),
    ({ record }, { language }) => languageOf(record, language),
  ),
  translations: derived(translationsSchema(titled), ({ record }, context, { resource }) => {
    const translations: Partial<Record<Language, Translation<Titled>>> = {}
    for (const language of languagesOf(record))
      translations[language] = {
        [titled]: resource.fields[titled]?.type.show?.(
          localized(record, titled, language),
          context,
        ),
        slug: localized(record, 'slug', language) ?? '',
        url: pageUrl(context, resource, record, language),
        rest_url: restUrl(context.rootIn[language], resource, record),
      } as Translation<Titled>
    return translations
  }),
  texts: textsItem,
})

/**
 * With `ml_language=all`, what a record says in each language, without fallback. It is added to the fields that have one text, so those keep their
 * types.
 */
export const textsItem = optional(
  derived(
    ({ resource: { fields } }) =>
      exact(
        {
          en: 'With ml_language=all: the texts of the record itself in every language; null where there is none.',
          fr: 'Avec ml_language=all : les textes propres à la fiche dans chaque langue ; null quand il n’y en a pas.',
        },
        tableOf(languages, () =>
          exact(
            { en: 'The texts of one language.', fr: 'Les textes d’une langue.' },
            {
              ...tableOf(textFieldsIn(fields), name => ({
                anyOf: [fields[name]?.type.returns ?? {}, { type: 'null' }],
              })),
              url: address({ en: 'Its page.', fr: 'Sa page.' }),
              rest_url: address({ en: 'Its URL in the API.', fr: 'Son URL dans l’API.' }),
            },
          ),
        ),
      ),
    (view, context, { resource }) =>
      context.isInEveryLanguage
        ? tableOf(languages, language => textsIn(view, { ...context, language }, resource))
        : undefined,
  ),
)

const textFieldsIn = (fields: Named['fields']) =>
  Object.keys(fields).filter(name => fields[name]?.lives === 'text')

function textsIn(view: View, context: ShowContext, resource: Named) {
  const { record } = view
  const { language } = context
  const own = record.texts[language]
  const texts = tableOf(textFieldsIn(resource.fields), name => {
    const stored = own?.[name]
    const isMissing = stored == null || (name === 'slug' && stored === '')
    // a masked view has no hidden text in it
    return isMissing ? null : presentedValue(existing(resource.fields[name]), stored, view, context)
  })
  return {
    ...texts,
    url: pageUrl(context, resource, record, language),
    rest_url: restUrl(context.rootIn[language], resource, record),
  }
}

function translationsSchema(titled: string): JsonSchema {
  const translation = exact(
    { en: 'The record in one language.', fr: 'La fiche dans une langue.' },
    {
      [titled]: text({ en: 'Its name in this language.', fr: 'Son nom dans cette langue.' }),
      slug: text({ en: 'Its slug in this language.', fr: 'Son slug dans cette langue.' }),
      url: address({ en: 'Its page in this language.', fr: 'Sa page dans cette langue.' }),
      rest_url: address({
        en: 'The URL of the record in this language.',
        fr: 'L’URL de la fiche dans cette langue.',
      }),
    },
  )
  return byLanguage(
    {
      en: 'The languages in which the record is written.',
      fr: 'Les langues dans lesquelles la fiche est écrite.',
    },
    translation,
    { minProperties: 1 },
  )
}
