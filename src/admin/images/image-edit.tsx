import { forms } from 'virtual:forms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, useId, useState } from 'react'
import { Button, Input } from 'react-aria-components'
import {
  adjectiveOf,
  type Language,
  labelIn,
  languagesFrom,
  textIn,
} from '../../define/text/language.ts'
import { formatPercent } from '../../define/text/number-formats.ts'
import { AlmanacError, type Image, tagOf } from '../../sdk/index.ts'
import { useApi, useApp, useMessagesOf } from '../context.tsx'
import { ProblemNote } from '../parts/problem.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { showToast } from '../parts/toast.tsx'
import { type ImageValues, imagePatch, imageValues, rebased } from './image-values.ts'
import { messages } from './messages.ts'

/** An image as it is edited: with its texts in each language. */
export function useImage(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['images', 'one', id],
    queryFn: ({ signal }) => api.images.read(id, { context: 'edit' }, { signal }),
    // a copy of a response has no tag
    structuralSharing: false,
  })
}

/** `isOfTexts`: its credit and its focus are only shown. */
type Props = {
  id: number
  onSaved?(image: Image): void
  isDisabled?: boolean
  isOfTexts?: boolean
}

/** The texts of an image in each language, side by side, and its focus. */
export function ImageEdit({ id, ...rest }: Props) {
  const { data, error, refetch } = useImage(id)
  if (error && !data) return <ProblemNote error={error} />
  const read = async () => (await refetch()).data
  return data ? <Edit key={id} image={data} read={read} {...rest} /> : <Skeleton lines={4} />
}

type EditProps = Omit<Props, 'id'> & { image: Image; read(): Promise<Image | undefined> }
/** The typed values, and the image as it was read before. If another user has changed it since, one save is refused, and the next has both changes. */
type Typed = { from: Image; values: ImageValues }

function Edit({ image, read, onSaved, isDisabled = false, isOfTexts = false }: EditProps) {
  const api = useApi()
  const { language: page } = useApp().place
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const [typed, setTyped] = useState<Typed>()
  const { from, values } = typed ?? { from: image, values: imageValues(image) }
  const setValues = (next: ImageValues) => setTyped({ from, values: next })
  const save = useMutation({
    mutationFn: ({ from, values }: Typed) =>
      api.images
        .change(image.id, imagePatch(values, imageValues(from)), { ifMatch: tagOf(from) })
        .catch(refused),
    async onSuccess(saved, sent) {
      showToast({ text: t('saved') })
      onSaved?.(saved)
      await queries.invalidateQueries({ queryKey: ['images'] })
      setTyped(now => (now?.values === sent.values ? undefined : now))
    },
  })
  async function refused(error: unknown): Promise<never> {
    const isStale = error instanceof AlmanacError && error.status === 412
    const now = isStale ? await read() : undefined
    if (!now) throw error
    setTyped(({ from: before, values: own } = { from, values }) => ({
      from: now,
      values: rebased(own, imageValues(before), imageValues(now)),
    }))
    throw new Error(t('changed'))
  }
  return (
    // inside of the form of a record: no form of its own
    <div className="image-edit">
      <div className="image-texts">
        {languagesFrom(page).map(language => (
          <Texts
            key={language}
            language={language}
            values={values}
            setValues={setValues}
            isDisabled={isDisabled}
          />
        ))}
      </div>
      <Credit values={values} setValues={setValues} isDisabled={isDisabled || isOfTexts} />
      <FocusPoint
        src={image.sizes.medium_large?.url ?? image.sizes.large?.url ?? image.url}
        value={values.focus}
        onChange={focus => setValues({ ...values, focus })}
        isDisabled={isDisabled || isOfTexts}
      />
      <ProblemNote error={save.error} />
      {!isDisabled && (
        <Button
          className="primary"
          isPending={save.isPending}
          onPress={() => save.mutate({ from, values })}
        >
          {t('save')}
        </Button>
      )}
    </div>
  )
}

type ValuesProps = {
  values: ImageValues
  setValues(values: ImageValues): void
  isDisabled: boolean
}

/** Who made it: the same in every language. */
function Credit({ values, setValues, isDisabled }: ValuesProps) {
  const { language } = useApp().place
  const field = forms.image?.fields.find(({ name }) => name === 'credit')
  return (
    <TextInput
      label={field ? textIn(field.label, language) : ''}
      value={values.credit}
      onChange={credit => setValues({ ...values, credit })}
      isDisabled={isDisabled}
    />
  )
}

type TextsProps = ValuesProps & { language: Language }

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

type Point = { x: number; y: number }
type FocusPointProps = {
  src: string
  value: Point
  onChange(point: Point): void
  isDisabled?: boolean
}

/** A point of an image: by pointer on the image itself, and by two sliders, which keys move and screen readers tell. */
function FocusPoint({ src, value, onChange, isDisabled = false }: FocusPointProps) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const hint = useId()
  function set({ currentTarget, clientX, clientY, buttons, type }: PointerEvent) {
    if (isDisabled || (type === 'pointermove' && buttons === 0)) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const share = (at: number, of: number) => Math.round(Math.min(1, Math.max(0, at / of)) * 100)
    onChange({ x: share(clientX - left, width), y: share(clientY - top, height) })
  }
  const slider = (axis: keyof Point, label: string) => (
    <label className="field">
      {label}
      <span className="slider">
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={value[axis]}
          disabled={isDisabled}
          aria-describedby={hint}
          onChange={event => onChange({ ...value, [axis]: event.currentTarget.valueAsNumber })}
        />
        <output>{formatPercent(value[axis] / 100, locale)}</output>
      </span>
    </label>
  )
  return (
    <fieldset className="focus-point">
      <legend>{t('focus')}</legend>
      <p className="hint" id={hint}>
        {t('focusHint')}
      </p>
      <div
        className="focus-image"
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          set(event)
        }}
        onPointerMove={set}
      >
        <img src={src} alt="" draggable={false} />
        <span
          className="focus-mark"
          aria-hidden="true"
          style={{ left: `${value.x}%`, top: `${value.y}%` }}
        />
      </div>
      {slider('x', t('fromLeft'))}
      {slider('y', t('fromTop'))}
    </fieldset>
  )
}
