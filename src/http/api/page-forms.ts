import type { Request } from '../server/request.ts'
import type { Service } from '../service.ts'
import type { PageRequest } from './page-types.ts'
import { readBody } from './parse.ts'
import { isFromElsewhere } from './sender.ts'

/** A form has this much at most: texts, never files. */
const longest = 256 * 1024

/**
 * Works with the form that was sent to a page which takes one. Anybody may send it, so it may not be large, waits its turn among
 * the writes, and comes from a page of ours: there is no cookie or password that another site could misuse, but nobody is to
 * propose things in the name of those who only look at a page.
 */
export async function withForm<T>(
  service: Service,
  request: Request,
  work: (form: PageRequest['form']) => Promise<T>,
): Promise<T> {
  if (request.method !== 'POST' || !(await service.pages.takesForm(request.url)))
    return work(undefined)
  if (isFromElsewhere(service, request)) return work('from elsewhere')
  const held = service.load.hold(true)
  try {
    const { values } = await readBody(
      request,
      { body: longest, upload: 0 },
      { takesFile: false, forbidden: undefined, held },
    )
    await service.turns.take()
    return await work({ values, address: request.address })
  } finally {
    held.release()
  }
}
