import { forms } from 'virtual:forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Input } from 'react-aria-components'
import { existing, isObject } from '../../../define/base/objects.ts'
import { capital } from '../../../define/text/capital.ts'
import { adjectiveOf, type Language, labelIn } from '../../../define/text/language.ts'
import { type Image, tagOf } from '../../../sdk/index.ts'
import { readable } from '../../client/readable.ts'
import { useApi, useApp, useMessagesOf, useUser } from '../../context.tsx'
import { CustomInput } from '../../fields/custom.tsx'
import { messages } from '../../fields/messages.ts'
import { customIn, customText } from '../../forms/custom.ts'
import type { Form, FormField } from '../../forms/model.ts'
import { rightsOn } from '../../forms/rights.ts'
import { isVisible } from '../../forms/stands.ts'
import { otherWith, type Value } from '../../forms/values.ts'
import { useImage } from '../../images/image-edit.tsx'
import { imagePatch, imageValues } from '../../images/image-values.ts'
import { TextInput } from '../../parts/text-input.tsx'
import { showProblem } from '../../parts/toast.tsx'
import { LanguageHead, OneText } from './texts.tsx'
import { type Edits, useOf } from './use-edits.ts'

type Props = { form: Form; edits: Edits; into: Language; isDisabled: boolean }

/** The texts of a language to write, next to those of another to read; the alternative text of the image too. */
export function Translation({ form, edits, into, isDisabled }: Props) {
  const { language: page } = useApp().place
  const from = useOf(edits, ({ values: { texts } }) =>
    otherWith(into, of => !!texts[of][form.titled]?.trim()),
  )
  const image = useOf(edits, of => imageIn(of.values.facts.image))
  return (
    <div className="texts">
      <div className="pair heads">
        <div className="language">
          <h2>{capital(adjectiveOf(from, page))}</h2>
        </div>
        <LanguageHead form={form} edits={edits} isDisabled={isDisabled} language={into} />
      </div>
      {form.fields
        .filter(({ isText, as }) => isText && as !== 'slug')
        .map(field => (
          <Translated
            key={field.name}
            form={form}
            field={field}
            edits={edits}
            isDisabled={isDisabled}
            page={page}
            from={from}
            into={into}
          />
        ))}
      <TranslatedCustom
        form={form}
        edits={edits}
        isDisabled={isDisabled}
        page={page}
        from={from}
        into={into}
      />
      {image && <AltText key={image.id} id={image.id} from={from} into={into} />}
    </div>
  )
}

const imageIn = (value: Value | undefined) =>
  typeof value === 'object' && !Array.isArray(value) ? value : undefined

type TranslatedProps = Props & { field: FormField; page: Language; from: Language }

/** A text, if either language has it. */
function Translated({ from, into, ...props }: TranslatedProps) {
  const { edits, field } = props
  const source = useOf(edits, of => of.values.texts[from][field.name] ?? '')
  const isOfUse = useOf(
    edits,
    ({ values: { facts, texts } }) =>
      isVisible(field, facts) && [from, into].some(of => !!texts[of][field.name]),
  )
  if (!isOfUse) return null
  return (
    <div className="pair">
      <Source
        label={labelIn(field.label, from, props.page)}
        text={field.as === 'html' ? readable(source) : source}
        language={from}
      />
      <OneText {...props} language={into} isCopied={false} />
    </div>
  )
}

/** The texts of the fields that the site has defined. */
function TranslatedCustom({
  form,
  edits,
  from,
  into,
  page,
  isDisabled,
}: Omit<TranslatedProps, 'field'>) {
  const { customFields } = useUser().site
  const { name = '' } = form.fields.find(({ as }) => as === 'custom') ?? {}
  const values = customIn(useOf(edits, of => String(of.values.facts[name] ?? '')))
  return customFields.map(own => {
    const stored = values[own.name]
    const texts = isObject(stored) ? stored : {}
    if (!own.isTranslated || !(texts[from] || texts[into])) return null
    return (
      <div className="pair" key={own.name}>
        <Source label={labelIn(own.label, from, page)} text={texts[from] ?? ''} language={from} />
        <CustomInput
          own={own}
          values={values}
          language={into}
          isDisabled={isDisabled}
          label={labelIn(own.label, into, page)}
          onChange={typed => edits.setFact(name, customText(values, own.name, typed, into))}
        />
      </div>
    )
  })
}

function Source({ label, text, language }: { label: string; text: string; language: Language }) {
  const t = useMessagesOf(messages)
  return (
    <div className="original">
      <span className="label">{label}</span>
      {text ? <p lang={language}>{text}</p> : <p className="hint">{t('noSource')}</p>}
    </div>
  )
}

type AltProps = { from: Language; into: Language }

/** The alternative text of the image, for those who may change it. */
function AltText({ id, ...props }: AltProps & { id: number }) {
  const { may, user } = useUser()
  const { data } = useImage(id)
  return data && rightsOn(may.image, data, user.id).translate ? (
    <StoredAltText image={data} {...props} />
  ) : null
}

/** It is a text of the image, which is stored when the input is left. */
function StoredAltText({ image, from, into }: AltProps & { image: Image }) {
  const { language: page } = useApp().place
  const api = useApi()
  const queries = useQueryClient()
  const stored = imageValues(image)
  const [typed, setTyped] = useState<string>()
  const { mutate } = useMutation({
    mutationFn: (alt: string) => {
      const texts = { ...stored.texts, [into]: { ...stored.texts[into], alt } }
      return api.images.change(image.id, imagePatch({ ...stored, texts }, stored), {
        ifMatch: tagOf(image),
      })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['images'] }),
    onError: showProblem,
  })
  const { label } = existing(existing(forms.image).fields.find(({ name }) => name === 'alt'))
  const value = typed ?? stored.texts[into].alt
  return (
    <div className="pair">
      <Source label={labelIn(label, from, page)} text={stored.texts[from].alt} language={from} />
      <TextInput
        label={labelIn(label, into, page)}
        value={value}
        onChange={setTyped}
        onBlur={() => value !== stored.texts[into].alt && mutate(value)}
        maxLength={1000}
      >
        <Input lang={into} />
      </TextInput>
    </div>
  )
}
