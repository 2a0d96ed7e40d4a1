import { lazy, Suspense } from 'react'
import { Button } from 'react-aria-components'
import { capital } from '../../../define/text/capital.ts'
import { type Language, languages, othersThan, textIn } from '../../../define/text/language.ts'
import { useKnown, useUser, useWordsOf } from '../../context.tsx'
import type { FieldProps } from '../../fields/field-props.ts'
import { LineField, SourceField } from '../../fields/line.tsx'
import { changedAhead, newerText, newerThan } from '../../forms/languages.ts'
import type { Form, FormField } from '../../forms/model.ts'
import { otherWith } from '../../forms/values.ts'
import { tell } from '../../parts/toast.tsx'
import { adjectiveOf, labelIn, nounOf } from '../../words.ts'
import { useChanges } from './use-changes.ts'
import type { Edits } from './use-edits.ts'
import { words } from './words.ts'

type Props = { form: Form; fields: FormField[]; edits: Edits; isDisabled: boolean }

/** Every text once per language, beside each other; on a phone one below the other. */
export function Texts({ form, fields, edits, isDisabled }: Props) {
  const t = useWordsOf(words)
  const { language } = useKnown().place
  return (
    <section className="texts" aria-label={t('texts')}>
      <div className="pair heads">
        {languages.map(each => (
          <LanguageHead
            key={each}
            form={form}
            edits={edits}
            fields={fields}
            isDisabled={isDisabled}
            language={each}
          />
        ))}
      </div>
      {fields.map(field => (
        <TextPair
          key={field.name}
          form={form}
          field={field}
          edits={edits}
          isDisabled={isDisabled}
          page={language}
        />
      ))}
    </section>
  )
}

function LanguageHead({
  form,
  fields,
  edits,
  isDisabled,
  language,
}: Props & { language: Language }) {
  const t = useWordsOf(words)
  const { language: page } = useKnown().place
  const { texts } = edits.values
  const other = otherWith(language, of => !!texts[of][form.titled]?.trim())
  const newer = newerThan(edits.opened.record, language)
  const name = capital(adjectiveOf(language, page))
  const otherName = nounOf(other, page)
  const isMissing = !texts[language][form.titled]?.trim() && !!texts[other][form.titled]?.trim()
  const gaps = fields.filter(
    each => each.as !== 'slug' && !texts[language][each.name] && texts[other][each.name],
  )
  return (
    <div className="language">
      <h2>{name}</h2>
      {isMissing && <em className="badge is-warning">{t('missingShown', { other: otherName })}</em>}
      {!isMissing && newer && (
        <em className="badge is-warning">{t('older', { other: nounOf(newer, page) })}</em>
      )}
      {gaps.length > 0 && !isDisabled && (
        <Button
          className="small"
          onPress={() => {
            for (const { name } of gaps) edits.setText(language, name, texts[other][name] ?? '')
          }}
        >
          {t('copyAll', { other: otherName })}
        </Button>
      )}
      {!isDisabled && isStored(edits, form, language) && (
        <DeleteTexts edits={edits} language={language} />
      )}
    </div>
  )
}

/** Is it stored in this language and another, so that this one can go? */
const isStored = ({ opened: { id, values } }: Edits, { titled }: Form, language: Language) =>
  id !== undefined &&
  !!values.texts[language][titled] &&
  othersThan(language).some(of => values.texts[of][titled])

/** Takes away all texts of a language; the message brings them back. */
function DeleteTexts({ edits, language }: { edits: Edits; language: Language }) {
  const t = useWordsOf(words)
  const { language: page } = useKnown().place
  function remove() {
    const before = edits.values.texts[language]
    edits.setTexts(language, Object.fromEntries(Object.keys(before).map(name => [name, ''])))
    tell({
      text: t('textsDeleted', { language: adjectiveOf(language, page) }),
      action: { text: t('undo'), run: () => edits.setTexts(language, before) },
    })
  }
  return (
    <Button className="small plain danger" onPress={remove}>
      {t('deleteTexts', { language: nounOf(language, page) })}
    </Button>
  )
}

// the editor of rich text is as large as all else: it comes when it is shown
const RichField = lazy(async () => ({ default: (await import('../../fields/rich.tsx')).RichField }))
const Rich = (props: FieldProps<string>) => (
  <Suspense fallback={<SourceField {...props} isDisabled />}>
    <RichField {...props} />
  </Suspense>
)
type PairProps = {
  form: Form
  field: FormField
  edits: Edits
  isDisabled: boolean
  page: Language
}

/** One text in each language. */
export const TextPair = (props: PairProps) => (
  <div className="pair">
    {languages.map(language => (
      <OneText key={language} {...props} language={language} />
    ))}
  </div>
)

function OneText(props: PairProps & { language: Language }) {
  const { form, field, edits, isDisabled, page, language } = props
  const { values, wrong, opened } = edits
  const address = useAddress(form, language, values.texts[language][field.name] ?? '')
  const Input = field.as === 'html' ? Rich : LineField
  const isAsStored = (of: Language) =>
    !!values.texts[of][field.name] &&
    values.texts[of][field.name] === opened.values.texts[of][field.name]
  const ahead = changedAhead(field, language, opened.values, values)
  const newer = newerText(useChanges(form, opened), field, language)
  return (
    <div className="text" data-language={language}>
      <Input
        field={{ ...field, isRequired: false }}
        label={labelIn(field.label, language, page)}
        value={values.texts[language][field.name] ?? ''}
        onChange={text => edits.setText(language, field.name, text)}
        error={wrong.texts[language][field.name]}
        hint={field.as === 'slug' ? address : field.typed && textIn(field.typed, page)}
        isDisabled={isDisabled}
        lang={language}
      />
      {!isDisabled && field.as !== 'slug' && <Gap {...props} />}
      {ahead ? (
        <Behind other={ahead} page={page} word="otherChanged" />
      ) : (
        newer &&
        isAsStored(language) &&
        isAsStored(newer) && <Behind other={newer} page={page} word="older" />
      )}
    </div>
  )
}

/** The public address with a slug, in full. */
function useAddress(form: Form, language: Language, slug: string): string | undefined {
  const t = useWordsOf(words)
  const { site } = useUser()
  if (!form.page) return undefined
  const url = `${site.home[language].replace(/\/+$/, '')}/${textIn(form.page, language)}/${slug || '…'}/`
  return slug ? url : t('slugMade', { url })
}

type TextProps = PairProps & { language: Language }

/** A text that another language has: it can be copied. */
function Gap({ field, edits, page, language }: TextProps) {
  const t = useWordsOf(words)
  const { texts } = edits.values
  const other = otherWith(language, of => !!texts[of][field.name])
  const copy = texts[other][field.name] ?? ''
  if (texts[language][field.name] || !copy) return null
  const said = t('copyFrom', { other: nounOf(other, page) })
  return (
    <p className="gap">
      <em className="badge">{t('missing')}</em>
      <Button
        className="small"
        aria-label={`${labelIn(field.label, language, page)} – ${said}`}
        onPress={() => edits.setText(language, field.name, copy)}
      >
        {said}
      </Button>
    </p>
  )
}

/** The text of another language was changed, just now or since this one was, which may say something else. */
type BehindProps = { other: Language; page: Language; word: 'otherChanged' | 'older' }
function Behind({ other, page, word }: BehindProps) {
  const t = useWordsOf(words)
  const noun = nounOf(other, page)
  return (
    <p className="gap">
      <em className="badge is-warning">
        {t(word, { other: word === 'otherChanged' ? capital(noun) : noun })}
      </em>
    </p>
  )
}
