import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { plainText } from '../../../sdk/client.ts'
import { useApi, useMessagesOf } from '../../context.tsx'
import { messages } from '../../images/messages.ts'
import type { ListedImage } from '../../images/use-images.ts'
import { showToast } from '../../parts/toast.tsx'
import { Confirm } from '../../parts/window.tsx'
import { forEachOf } from '../records/bulk.ts'

type Props = { images: readonly ListedImage[]; onDone(): void }

/** Deletes several images, after a question; those that records show stay, and are named. */
export function DeleteSeveral({ images, onDone }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const t = useMessagesOf(messages)
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const count = images.length
  async function remove() {
    setIsPending(true)
    const { done, failed } = await forEachOf(images, ({ id }) => api.images.remove(id))
    setIsPending(false)
    onDone()
    await queries.invalidateQueries({ queryKey: ['images'] })
    showToast({
      text: t('deletedMany', { count: done.length }),
      ...(failed.length > 0 && {
        lines: failed.map(({ item, error }) => `${plainText(item.title)} – ${error.message}`),
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
