import { useRef, useState } from 'react'
import { Button, DropZone, FileTrigger, Text } from 'react-aria-components'
import { AlmanacError, type Image } from '../../sdk/index.ts'
import { forEachOf } from '../client/in-turn.ts'
import { useApi, useApp, useMessagesOf, useUser } from '../context.tsx'
import { droppedFiles } from './files.ts'
import { messages } from './messages.ts'
import { refuseFile } from './refuse-file.ts'
import { usePastedImages } from './use-pasted-images.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** Several files at once: chosen, dropped, or pasted anywhere on the screen; each says how it went. */
export function Uploads({ onSent }: { onSent(image: Image): void }) {
  const t = useMessagesOf(messages)
  const { files, send } = useUploads(onSent)
  const own = useRef<HTMLDivElement>(null)
  usePastedImages(own, pasted => void send(pasted))
  const having = (wanted: string) => files.filter(({ state }) => state === wanted).length
  const [sent, refused] = [having('sent'), having('refused')]
  const through = sent + refused
  return (
    <>
      <DropZone
        className="drop-images"
        aria-label={t('dropHere')}
        onDrop={async ({ items }) => send(await droppedFiles(items))}
      >
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={imageTypes}
          onSelect={chosen => void send([...(chosen ?? [])])}
        >
          <Button className="primary">{t('upload')}</Button>
        </FileTrigger>
        <Text slot="label">{t('dropHere')}</Text>
      </DropZone>
      <div role="status" className="uploads" ref={own}>
        {files.length > 0 && (
          <p>
            {through < files.length
              ? t('progress', { through, count: files.length })
              : refused === 0
                ? t('allSent', { count: sent })
                : t('outcome', { sent, refused })}
          </p>
        )}
        {files.length > 0 && (
          <ul>
            {files.map(({ key, name, state, why = '' }) => (
              <li key={key} className={state === 'refused' ? 'wrong' : 'hint'}>
                {t(state, { name, why })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

/** A file on its way: `why` says what the service refused. */
type Upload = {
  key: number
  name: string
  state: 'sending' | 'sent' | 'refused'
  why?: string
}

/** Sends files, two at a time, and has the state of each. */
function useUploads(onSent: (image: Image) => void) {
  const api = useApi()
  const { site } = useUser()
  const { locale } = useApp().place
  const [files, setFiles] = useState<Upload[]>([])
  const next = useRef(0)
  async function send(sent: readonly File[]) {
    const added = sent.map(file => ({ file, key: next.current++, name: file.name || 'image.png' }))
    setFiles(before => [
      ...before.filter(({ state }) => state === 'sending'),
      ...added.map(({ key, name }) => ({ key, name, state: 'sending' as const })),
    ])
    const mark = (key: number, how: Partial<Upload>) =>
      setFiles(before => before.map(each => (each.key === key ? { ...each, ...how } : each)))
    await forEachOf(
      added,
      async ({ file, key, name }) => {
        try {
          refuseFile(file, { most: site.uploadLimit, locale })
          onSent(await api.images.upload(file, name))
          mark(key, { state: 'sent' })
        } catch (error) {
          mark(key, { state: 'refused', why: reasonOf(error) })
        }
      },
      2,
    )
  }
  return { files, send }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof AlmanacError && Object.values(error.params).join(' ')
  return reason || (error instanceof Error ? error.message : String(error))
}
