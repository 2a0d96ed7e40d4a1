import type { AdminInput } from '../../../sdk/account-types.ts'
import type { Server } from '../../client/server.ts'
import { asUrl } from '../settings/file-input.tsx'

/** Bytes of one part. */
const partSize = 1024 * 1024

/** Sends a file for an import, one part after the other; `progress` hears how much, from 0 to 1. */
export async function upload(
  admin: Server['admin'],
  given: AdminInput<'POST /imports'>,
  file: File,
  progress: (done: number) => void,
): Promise<number> {
  const { id } = await admin('POST /imports', { ...given, file: file.name })
  for (let at = 0; at === 0 || at < file.size; at += partSize) {
    progress(at / Math.max(file.size, 1))
    const [, part = ''] = (await asUrl(file.slice(at, at + partSize))).split(',')
    const last = at + partSize >= file.size
    await admin('POST /imports/:id/parts', { id, part, last })
  }
  return id
}
