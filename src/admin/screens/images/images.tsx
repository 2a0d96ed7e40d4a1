import { forms } from 'virtual:forms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, FileTrigger, Input, Link, SearchField } from 'react-aria-components'
import { useSearch } from 'wouter'
import { capital } from '../../../define/text/capital.ts'
import {
  adjectiveOf,
  isLanguage,
  type Language,
  languages,
  textIn,
} from '../../../define/text/language.ts'
import { AlmanacError, plainText } from '../../../sdk/index.ts'
import { changeMany } from '../../client/bulk.ts'
import { useApi, useApp, useMessages, useMessagesOf, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { rightsOn } from '../../forms/rights.ts'
import { ImageEdit } from '../../images/image-edit.tsx'
import { messages } from '../../images/messages.ts'
import { refuseFile } from '../../images/refuse-file.ts'
import { imageTypes, Uploads } from '../../images/uploads.tsx'
import { type Lacking, type ListedImage, useImages } from '../../images/use-images.ts'
import { Choice } from '../../parts/choice.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Title } from '../../parts/title.tsx'
import { showProblem, showToast } from '../../parts/toast.tsx'
import { useLater } from '../../parts/use-later.ts'
import { Confirm, Window } from '../../parts/window.tsx'

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

/** One image: its texts and focus, where it is shown, another file, and its end. */
function ImageDetails({ image, onClose }: { image: ListedImage; onClose(): void }) {
  const { may, user } = useUser()
  const t = useMessagesOf(messages)
  const rights = rightsOn(may.image, image, user.id)
  return (
    <Window heading={plainText(image.title)} isOpen isFirm onClose={onClose}>
      <div className="image-details">
        <ImageEdit id={image.id} isDisabled={!rights.translate} isOfTexts={!rights.change} />
        <h3>{t('uses')}</h3>
        <ImageUses id={image.id} />
        <div className="actions">
          {rights.change && <Replace id={image.id} />}
          {rights.remove && <Remove image={image} onDelete={onClose} />}
        </div>
      </div>
    </Window>
  )
}

function Replace({ id }: { id: number }) {
  const api = useApi()
  const { site } = useUser()
  const { locale } = useApp().place
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const replace = useMutation({
    mutationFn: async (file: File) => {
      refuseFile(file, { most: site.uploadLimit, locale })
      return api.images.replace(id, file, file.name)
    },
    async onSuccess() {
      showToast({ text: t('replaced') })
      await queries.invalidateQueries({ queryKey: ['images'] })
    },
  })
  return (
    <>
      <FileTrigger
        acceptedFileTypes={imageTypes}
        onSelect={files => files?.[0] && replace.mutate(files[0])}
      >
        <Button isPending={replace.isPending}>{t('replace')}</Button>
      </FileTrigger>
      <ProblemNote error={replace.error} />
    </>
  )
}

/** Names the records that show an image before it is deleted. */
function Remove({ image, onDelete }: { image: ListedImage; onDelete(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const common = useMessages()
  const [asks, setAsks] = useState<'once' | 'again'>()
  const remove = useMutation({
    mutationFn: () => api.images.remove(image.id, { force: asks === 'again' }),
    async onSuccess() {
      showToast({ text: t('deleted') })
      onDelete()
      await queries.invalidateQueries({ queryKey: ['images'] })
    },
    onError(error) {
      if (error instanceof AlmanacError && error.code === 'rest_image_in_use') setAsks('again')
    },
  })
  const isInUse = asks === 'again'
  return (
    <>
      <Button className="plain is-danger" onPress={() => setAsks('once')}>
        {t('delete')}
      </Button>
      <Window
        role="alertdialog"
        heading={t('deleteHeading', { name: plainText(image.title) })}
        isOpen={asks !== undefined}
        onClose={() => setAsks(undefined)}
      >
        <p>{t(isInUse ? 'inUse' : 'deleteAbout')}</p>
        {isInUse ? <ImageUses id={image.id} /> : <ProblemNote error={remove.error} />}
        <div className="actions">
          <Button onPress={() => setAsks(undefined)}>{common('cancel')}</Button>
          <Button
            className="primary is-danger"
            isPending={remove.isPending}
            onPress={() => remove.mutate()}
          >
            {t(isInUse ? 'deleteAnyway' : 'delete')}
          </Button>
        </div>
      </Window>
    </>
  )
}

const useUses = (id: number) => {
  const { server } = useApp()
  return useQuery({
    queryKey: ['images', 'uses', id],
    queryFn: () => server.admin('GET /images/:id/uses', { id, per_page: 20 }),
  })
}

/** The records that show an image, as links. */
function ImageUses({ id }: { id: number }) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  const { data } = useUses(id)
  if (!data) return null
  if (data.total === 0) return <p className="hint">{t('unused')}</p>
  const left = data.total - data.uses.length
  const kindName = (kind: string) => {
    const form = forms[kind]
    return form && textIn(form.one, language)
  }
  return (
    <ul className="uses">
      {data.uses.map(use => (
        <li key={use.id}>
          <Link href={`/${forms[use.kind]?.path}/${use.id}`}>{use.title}</Link>{' '}
          <span className="hint">
            {kindName(use.kind)}
            {use.status === 'trash' && ` · ${t('inTrash')}`}
          </span>
        </li>
      ))}
      {left > 0 && <li className="hint">{t('others', { count: left })}</li>}
    </ul>
  )
}
