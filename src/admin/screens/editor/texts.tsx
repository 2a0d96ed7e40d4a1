import { lazy, Suspense } from 'react'
import { Button } from 'react-aria-components'
import { type Language, languages } from '../../../define/text/language.ts'
import { useKnown, useWordsOf } from '../../context.tsx'
import type { FieldProps } from '../../fields/field-props.ts'
import { LineField, SourceField } from '../../fields/line.tsx'
import { isOlder } from '../../forms/languages.ts'
import type { Form, FormField } from '../../forms/model.ts'
import { otherThan } from '../../forms/values.ts'
import type { Edits } from './use-edits.ts'
import { languageNames, words } from './words.ts'

type Props = { form: Form; fields: FormField[]; edits: Edits; isDisabled: boolean }

/** Every text once per language, beside each other; on a phone one below the other. */
export function Texts({ form, fields, edits, isDisabled }: Props) {
  const t = useWordsOf(words)
  const { language } = useKnown().place
  return (
    <section className="texts" aria-label={t('texts')}>
      <div className="pair heads">
        {languages.map(each => (
          <LanguageHead key={each} {...{ form, edits, fields, isDisabled }} language={each} />
        ))}
      </div>
      {fields.map(field => (
        <TextPair key={field.name} {...{ field, edits, isDisabled }} page={language} />
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
  const other = otherThan(language)
  const { texts } = edits.values
  const name = languageNames[language][page]
  const otherName = languageNames[other][page]
  const isMissing = !texts[language][form.titled]?.trim() && !!texts[other][form.titled]?.trim()
  const gaps = fields.filter(
    each => each.as !== 'slug' && !texts[language][each.name] && texts[other][each.name],
  )
  return (
    <div className="language">
      <h2>{name}</h2>
      {isMissing && <em className="badge is-warning">{t('missingShown', { other: otherName })}</em>}
      {!isMissing && isOlder(edits.opened.record, language) && (
        <em className="badge is-warning">{t('older', { other: otherName })}</em>
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
    </div>
  )
}

// the editor of rich text is as large as all else: it comes when it is shown
const RichField = lazy(async () => ({ default: (await import('../../fields/rich.tsx')).RichField }))
const Rich = (props: FieldProps<string>) => (
  <Suspense fallback={<SourceField {...props} isDisabled />}>
    <RichField {...props} />
  </Suspense>
)
const plainInput = ({ as }: FormField) => (as === 'html' ? SourceField : LineField)

type PairProps = { field: FormField; edits: Edits; isDisabled: boolean; page: Language }

/** One text in both languages. */
export const TextPair = ({ field, edits, isDisabled, page }: PairProps) => (
  <div className="pair">
    {languages.map(language => (
      <OneText key={language} {...{ field, edits, isDisabled, page, language }} />
    ))}
  </div>
)

function OneText({ field, edits, isDisabled, page, language }: PairProps & { language: Language }) {
  const t = useWordsOf(words)
  const { texts } = edits.values
  const other = otherThan(language)
  const value = texts[language][field.name] ?? ''
  const copy = texts[other][field.name] ?? ''
  const Input = field.as === 'html' && field.name === 'description' ? Rich : plainInput(field)
  const otherName = languageNames[other][page]
  return (
    <div className="text" data-language={language}>
      <Input
        field={{ ...field, isRequired: false }}
        label={`${field.label[page]} · ${languageNames[language][page]}`}
        value={value}
        onChange={text => edits.setText(language, field.name, text)}
        error={edits.wrong.texts[language][field.name]}
        isDisabled={isDisabled}
        lang={language}
      />
      {!value && copy && field.as !== 'slug' && !isDisabled && (
        <p className="gap">
          <em className="badge">{t('missing')}</em>
          <Button
            className="small"
            aria-label={`${field.label[page]} · ${languageNames[language][page]}: ${t('copyFrom', { other: otherName })}`}
            onPress={() => edits.setText(language, field.name, copy)}
          >
            {t('copyFrom', { other: otherName })}
          </Button>
        </p>
      )}
    </div>
  )
}
