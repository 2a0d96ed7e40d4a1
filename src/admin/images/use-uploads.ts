import { useRef, useState } from 'react'
import { AlmanacError, type Image } from '../../sdk/client.ts'
import { useApi, useApp, useUser } from '../context.tsx'
import { forEachOf } from '../screens/records/bulk.ts'
import { refuseFile } from './refuse-file.ts'

/** A file on its way: `why` says what the service refused. */
type Upload = {
  key: number
  name: string
  state: 'sending' | 'sent' | 'refused'
  why?: string
}

/** Sends files, two at a time, and has the state of each. */
export function useUploads(onSent: (image: Image) => void) {
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
      { atOnce: 2 },
    )
  }
  return { files, send }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof AlmanacError && Object.values(error.params).join(' ')
  return reason || (error instanceof Error ? error.message : String(error))
}
