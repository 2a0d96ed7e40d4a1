import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Input, SearchField } from 'react-aria-components'
import { useSearch } from 'wouter'
import { capital } from '../../../define/text/capital.ts'
import {
  adjectiveOf,
  isLanguage,
  type Language,
  languages,
  textIn,
} from '../../../define/text/language.ts'
import { plainText } from '../../../sdk/index.ts'
import { changeMany } from '../../client/bulk.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { messages } from '../../images/messages.ts'
import { Uploads } from '../../images/uploads.tsx'
import { type Lacking, type ListedImage, useImages } from '../../images/use-images.ts'
import { Choice } from '../../parts/choice.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Title } from '../../parts/title.tsx'
import { showProblem, showToast } from '../../parts/toast.tsx'
import { useLater } from '../../parts/use-later.ts'
import { Confirm } from '../../parts/window.tsx'
import { ImageDetails } from './image-details.tsx'

/** All images: looked for by their words, uploaded here, and each with its details in a window. */
export function Images({ form }: { form: Form }) {
  const { language } = useApp().place
  const { may } = useUser()
  const t = useMessagesOf(messages)
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<'asc' | 'desc'>('desc')
  const [open, setOpen] = useState<ListedImage>()
  const asked = new URLSearchParams(useSearch()).get('lacking')
  const [lacking, setLacking] = useState<Lacking | undefined>(
    asked === 'any' || (asked && isLanguage(asked)) ? asked : undefined,
  )
  const [chosen, setChosen] = useState<readonly number[]>([])
  const list = useImages(useLater(typed), order, lacking)
  const { images, error, hasNextPage, fetchNextPage } = list
  const mayRemove = may.image.remove !== 'none'
  const picked = images?.filter(({ id }) => chosen.includes(id)) ?? []
  return (
    <>
      <Title text={capital(textIn(form.many, language))} />
      {may.image.create && (
        <Uploads onSent={() => void queries.invalidateQueries({ queryKey: ['images'] })} />
      )}
      <div className="image-filters">
        <SearchField className="field" aria-label={t('search')} value={typed} onChange={setTyped}>
          <Input placeholder={t('search')} maxLength={500} />
        </SearchField>
        <Choice
          label={t('order')}
          value={order}
          options={[
            ['desc', t('newest')],
            ['asc', t('oldest')],
          ]}
          onChange={word => setOrder(word === 'asc' ? 'asc' : 'desc')}
        />
        <LackingChoice value={lacking} onChange={setLacking} />
      </div>
      <ProblemNote error={error} />
      {!images && !error && <Skeleton />}
      {images?.length === 0 && <p className="empty">{t('none')}</p>}
      {mayRemove && picked.length > 0 && (
        <DeleteSeveral images={picked} onDone={() => setChosen([])} />
      )}
      <ul className="images">
        {images?.map(image => (
          <OneImage
            key={image.id}
            image={image}
            onOpen={() => setOpen(image)}
            {...(mayRemove && {
              isChosen: chosen.includes(image.id),
              onChoose: (isOn: boolean) =>
                setChosen(isOn ? [...chosen, image.id] : chosen.filter(id => id !== image.id)),
            })}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className="pages">
          <Button onPress={() => void fetchNextPage()}>{t('more')}</Button>
        </div>
      )}
      {open && <ImageDetails image={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

type LackingProps = { value: Lacking | undefined; onChange(value: Lacking | undefined): void }

/** The choice to show only images without an alternative text. */
function LackingChoice({ value, onChange }: LackingProps) {
  const t = useMessagesOf(messages)
  const { language: page } = useApp().place
  const one = (of: Language) => capital(t('noAlt', { language: adjectiveOf(of, page) }))
  return (
    <Choice
      label={t('filterAlt')}
      value={value ?? ''}
      options={[
        ['', t('allImages')],
        ['any', t('lacksAny')],
        ...languages.map(of => [of, one(of)] as const),
      ]}
      onChange={word => onChange(word === 'any' ? 'any' : languages.find(of => of === word))}
    />
  )
}

type OneProps = {
  image: ListedImage
  onOpen(): void
  isChosen?: boolean
  onChoose?(isOn: boolean): void
}

function OneImage({ image, onOpen, isChosen = false, onChoose }: OneProps) {
  const t = useMessagesOf(messages)
  const src = image.sizes.medium?.url ?? image.sizes.thumbnail?.url ?? image.url
  const { language: page } = useApp().place
  const lacking = languages.filter(language => !image.translations[language]?.alt)
  return (
    <li>
      <Button
        className="image-card"
        onPress={onOpen}
        aria-label={t('details', { name: plainText(image.title) })}
      >
        <img src={src} alt="" loading="lazy" />
        <span>{plainText(image.title)}</span>
      </Button>
      <div className="image-foot">
        {onChoose && (
          <input
            type="checkbox"
            aria-label={t('select', { name: plainText(image.title) })}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
        )}
        <p className="hint">
          {image.width} × {image.height}
          {lacking.map(language => (
            <em className="lacks" key={language}>
              {t('noAlt', { language: adjectiveOf(language, page) })}
            </em>
          ))}
        </p>
      </div>
    </li>
  )
}

type Props = { images: readonly ListedImage[]; onDone(): void }

/** Deletes several images, after a question; those that records show stay, and are named. */
function DeleteSeveral({ images, onDone }: Props) {
  const { server } = useApp()
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const count = images.length
  async function remove() {
    setIsPending(true)
    const records = images.map(({ id }) => id)
    const change = { kind: 'image', records, erase: true } as const
    const bulk = await changeMany(server, change).catch(showProblem)
    setIsPending(false)
    if (!bulk) return
    onDone()
    await queries.invalidateQueries({ queryKey: ['images'] })
    showToast({
      text: t('deletedMany', { count: bulk.changed }),
      ...(bulk.all_refused > 0 && {
        lines: bulk.refused.map(({ title, message }) => `${plainText(title)} – ${message}`),
        isProblem: true,
      }),
    })
  }
  return (
    <div className="table-bar is-sticky">
      <p aria-live="polite">{t('chosen', { count })}</p>
      <Button onPress={onDone}>{t('chooseNone')}</Button>
      <Button className="is-danger" isPending={isPending} onPress={() => setIsAsking(true)}>
        {t('deleteMany', { count })}
      </Button>
      <Confirm
        heading={t('deleteMany', { count })}
        about={t('deleteManyAbout')}
        action={t('deleteMany', { count })}
        isDanger
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void remove()}
      />
    </div>
  )
}
