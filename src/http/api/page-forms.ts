import type { PageRequest } from '../request/page-types.ts'
import { readBody } from '../request/parse.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import { isFromElsewhere } from './sender.ts'
import { holding } from './with-body.ts'

/** The texts of a form have this much at most; an image, what images have. */
const maxBytes = 256 * 1024

/**
 * Handles a form that was sent to a page. Forms are public, so their size is limited, they wait for their turn among the writes, and they
 * must come from a page of this site: otherwise another site could submit in the name of its visitors.
 */
export async function withForm<T>(
  service: Service,
  request: Request,
  work: (form: PageRequest['form']) => Promise<T>,
): Promise<T> {
  const form = request.method === 'POST' ? await service.pages.formAt(request.url) : undefined
  if (!form) return work(undefined)
  if (isFromElsewhere(service, request)) return work('from elsewhere')
  const { takesFile } = form
  const limits = { body: maxBytes, upload: takesFile ? service.limits.upload : 0 }
  return holding(
    service,
    true,
    held => readBody(request, limits, { takesFile, forbidden: undefined, held }),
    ({ values, upload }) => {
      // browsers send an empty file where none was chosen
      const file = takesFile && upload?.bytes.length ? upload : undefined
      return work({ values, address: request.address, ...(file && { file }) })
    },
  )
}
