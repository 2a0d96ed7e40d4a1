import { forms } from 'virtual:forms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Input } from 'react-aria-components'
import { type Language, languages } from '../../define/text/language.ts'
import { type Image, tagOf } from '../../sdk/client.ts'
import { useApi, useApp, useMessagesOf } from '../context.tsx'
import { adjectiveOf, labelIn } from '../messages.ts'
import { ProblemNote } from '../parts/problem.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { showToast } from '../parts/toast.tsx'
import { FocusPoint } from './focus-point.tsx'
import { type ImageValues, imagePatch, imageValues } from './image-values.ts'
import { messages } from './messages.ts'

/** An image as it is edited: with its texts in each language. */
export function useImage(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['images', 'one', id],
    queryFn: ({ signal }) => api.images.read(id, { context: 'edit' }, { signal }),
  })
}

type Props = { id: number; onSaved?(image: Image): void; isDisabled?: boolean }

/** The texts of an image in each language, side by side, and its focus. */
export function ImageEdit({ id, ...rest }: Props) {
  const { data, error } = useImage(id)
  if (error) return <ProblemNote error={error} />
  return data ? <Edit key={tagOf(data) ?? id} image={data} {...rest} /> : <Skeleton lines={4} />
}

function Edit({ image, onSaved, isDisabled = false }: Omit<Props, 'id'> & { image: Image }) {
  const api = useApi()
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const [was] = useState(() => imageValues(image))
  const [values, setValues] = useState(was)
  const save = useMutation({
    mutationFn: () =>
      api.images.change(image.id, imagePatch(values, was), { ifMatch: tagOf(image) }),
    async onSuccess(saved) {
      showToast({ text: t('saved') })
      onSaved?.(saved)
      await queries.invalidateQueries({ queryKey: ['images'] })
    },
  })
  return (
    // inside of the form of a record: no form of its own
    <div className="image-edit">
      <div className="image-texts">
        {languages.map(language => (
          <Texts
            key={language}
            language={language}
            values={values}
            setValues={setValues}
            isDisabled={isDisabled}
          />
        ))}
      </div>
      <FocusPoint
        src={image.sizes.medium_large?.url ?? image.sizes.large?.url ?? image.url}
        value={values.focus}
        onChange={focus => setValues({ ...values, focus })}
        isDisabled={isDisabled}
      />
      <ProblemNote error={save.error} />
      {!isDisabled && (
        <Button className="primary" isPending={save.isPending} onPress={() => save.mutate()}>
          {t('save')}
        </Button>
      )}
    </div>
  )
}

type TextsProps = {
  language: Language
  values: ImageValues
  setValues(values: ImageValues): void
  isDisabled: boolean
}

function Texts({ language, values, setValues, isDisabled }: TextsProps) {
  const page = useApp().place.language
  const t = useMessagesOf(messages)
  const name = adjectiveOf(language, page)
  const own = values.texts[language]
  const set = (change: Partial<typeof own>) =>
    setValues({ ...values, texts: { ...values.texts, [language]: { ...own, ...change } } })
  return (
    <div>
      {(['title', 'alt'] as const).map(field => {
        const label = forms.image?.fields.find(each => each.name === field)?.label
        return (
          <TextInput
            key={field}
            label={label ? labelIn(label, language, page) : name}
            value={own[field]}
            onChange={text => set({ [field]: text })}
            isDisabled={isDisabled}
          >
            <Input lang={language} />
          </TextInput>
        )
      })}
      {own.alt.trim() === '' && <em className="lacks">{t('noAlt', { language: name })}</em>}
    </div>
  )
}
