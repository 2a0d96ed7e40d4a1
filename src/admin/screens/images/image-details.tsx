import { forms } from 'virtual:forms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, FileTrigger, Link } from 'react-aria-components'
import { textIn } from '../../../define/text/language.ts'
import { AlmanacError, plainText } from '../../../sdk/index.ts'
import { useApi, useApp, useMessages, useMessagesOf, useUser } from '../../context.tsx'
import { rightsOn } from '../../forms/rights.ts'
import { ImageEdit } from '../../images/image-edit.tsx'
import { messages } from '../../images/messages.ts'
import { refuseFile } from '../../images/refuse-file.ts'
import { imageTypes } from '../../images/uploads.tsx'
import type { ListedImage } from '../../images/use-images.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toast.tsx'
import { Window } from '../../parts/window.tsx'

type Props = { image: ListedImage; onClose(): void }

/** One image: its texts and focus, where it is shown, another file, and its end. */
export function ImageDetails({ image, onClose }: Props) {
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
