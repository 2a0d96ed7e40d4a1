import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button, DropZone, FileTrigger, Link, Text } from 'react-aria-components'
import { AlmanacError, type Image } from '../../../sdk/client.ts'
import { useApi, useKnown, useUser, useWordsOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { tell } from '../../parts/toast.tsx'
import { Confirm } from '../../parts/window.tsx'
import { forEachOf } from '../records/bulk.ts'
import { rightsOn } from '../records/rights.ts'
import { words } from './words.ts'

/** All images, newest first: uploaded here, described in the editor, and deleted. */
export function Images({ form }: { form: Form }) {
  const { language } = useKnown().place
  const { may } = useUser()
  const api = useApi()
  const t = useWordsOf(words)
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [form.path, 'grid'],
    queryFn: ({ pageParam, signal }) =>
      api.images.list(
        {
          ...{ page: pageParam, per_page: 30 },
          _fields: ['id', 'url', 'title', 'alt', 'width', 'height', 'sizes', 'author'],
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ totalPages }, pages) =>
      pages.length < totalPages ? pages.length + 1 : undefined,
  })
  const images = data?.pages.flatMap(({ items }) => items) ?? []
  const heading = form.many[language].replace(/^./, letter => letter.toUpperCase())
  useEffect(() => {
    document.title = heading
  }, [heading])
  return (
    <>
      <div className="head">
        <h1>{heading}</h1>
      </div>
      {may.image.create && <Upload form={form} />}
      <ProblemNote error={error} />
      {!data && !error && <Skeleton />}
      {data && images.length === 0 && <p className="empty">{t('empty')}</p>}
      <ul className="images">
        {images.map(image => (
          <OneImage key={image.id} form={form} image={image} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="pages">
          <Button onPress={() => void fetchNextPage()}>{t('more')}</Button>
        </div>
      )}
    </>
  )
}

type Shown = Pick<Image, 'id' | 'url' | 'title' | 'alt' | 'sizes' | 'author' | 'width' | 'height'>

function OneImage({ form, image }: { form: Form; image: Shown }) {
  const { may, user } = useUser()
  const t = useWordsOf(words)
  const src = image.sizes.medium?.url ?? image.sizes.thumbnail?.url ?? image.url
  return (
    <li>
      <Link href={`/${form.path}/${image.id}`}>
        <img src={src} alt={image.alt || image.title} loading="lazy" />
        <span>{image.title}</span>
      </Link>
      <p className="hint">
        {image.width} × {image.height}
        {!image.alt && <em className="lacks">{t('noAlt')}</em>}
      </p>
      {rightsOn(may.image, image, user.id).remove && <Remove form={form} image={image} />}
    </li>
  )
}

/** What records show is deleted only after it was said that they do. */
function Remove({ form, image }: { form: Form; image: Shown }) {
  const api = useApi()
  const queries = useQueryClient()
  const t = useWordsOf(words)
  const [asks, setAsks] = useState<'once' | 'again'>()
  async function remove() {
    try {
      await api.images.remove(image.id, { force: asks === 'again' })
      tell({ text: t('deleted') })
      await queries.invalidateQueries({ queryKey: [form.path] })
    } catch (error) {
      if (error instanceof AlmanacError && error.code === 'rest_image_in_use') setAsks('again')
      else tell({ text: error instanceof Error ? error.message : '', isProblem: true })
    }
  }
  return (
    <>
      <Button className="plain is-danger" onPress={() => setAsks('once')}>
        {t('delete')}
      </Button>
      <Confirm
        isOpen={asks !== undefined}
        onClose={() => setAsks(undefined)}
        heading={t('deleteHeading', { name: image.title })}
        about={asks === 'again' ? t('inUse') : t('deleteAbout')}
        action={t('delete')}
        isDanger
        onConfirm={() => void remove()}
      />
    </>
  )
}

function Upload({ form }: { form: Form }) {
  const api = useApi()
  const queries = useQueryClient()
  const t = useWordsOf(words)
  const [progress, setProgress] = useState<{ through: number; count: number }>()
  async function send(files: readonly File[]) {
    if (files.length === 0) return
    const count = files.length
    setProgress({ through: 0, count })
    const { done, failed } = await forEachOf(files, file => api.images.upload(file, file.name), {
      atOnce: 2,
      progress: through => setProgress({ through, count }),
    })
    setProgress(undefined)
    if (done.length > 0) tell({ text: t('uploaded', { count: done.length }) })
    if (failed.length > 0)
      tell({
        text: t('failed', { count: failed.length }),
        lines: failed.map(({ item, error }) => `${item.name} – ${error.message}`),
        isProblem: true,
      })
    await queries.invalidateQueries({ queryKey: [form.path] })
  }
  return (
    <DropZone
      className="drop-images"
      aria-label={t('dropHere')}
      onDrop={async ({ items }) =>
        send(
          await Promise.all(items.flatMap(item => (item.kind === 'file' ? [item.getFile()] : []))),
        )
      }
    >
      <FileTrigger
        allowsMultiple
        acceptedFileTypes={['image/*']}
        onSelect={files => void send([...(files ?? [])])}
      >
        <Button className="primary">{t('upload')}</Button>
      </FileTrigger>
      <Text slot="label">{progress ? t('uploading', progress) : t('dropHere')}</Text>
    </DropZone>
  )
}
