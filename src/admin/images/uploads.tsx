import { useEffect } from 'react'
import { Button, DropZone, FileTrigger, Text } from 'react-aria-components'
import type { Image } from '../../sdk/client.ts'
import { useMessagesOf } from '../context.tsx'
import { droppedFiles, pastedFiles } from './files.ts'
import { messages } from './messages.ts'
import { useUploads } from './use-uploads.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** Several files at once: chosen, dropped, or pasted anywhere on the screen; each says how it went. */
export function Uploads({ onSent }: { onSent(image: Image): void }) {
  const t = useMessagesOf(messages)
  const { files, send } = useUploads(onSent)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = pastedFiles(event.clipboardData)
      if (pasted.length === 0) return
      event.preventDefault()
      void send(pasted)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
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
      <div role="status" className="uploads">
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
