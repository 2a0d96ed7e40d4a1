import type { ShowContext } from '../../define/show-context.ts'
import type { PageRequest } from './page.ts'

const contexts = new WeakMap<PageRequest, ShowContext>()

/** How records are written out for a page: as the API under the same base URL writes them. */
export function showContextOf(asked: PageRequest): ShowContext {
  const context = contexts.get(asked) ?? contextOf(asked)
  contexts.set(asked, context)
  return context
}

function contextOf({ language, links, world }: PageRequest): ShowContext {
  const { basePath, namespace } = world.settings
  const { homeIn, publicUrl } = links
  const rootIn = {
    en: `${homeIn.en}${basePath}/${namespace}`,
    fr: `${homeIn.fr}${basePath}/${namespace}`,
  }
  return {
    language,
    root: rootIn[language],
    rootIn,
    homeIn,
    uploads: `${publicUrl}/uploads`,
    host: new URL(publicUrl).host,
    vendor: namespace.split('/', 1)[0] ?? '',
    zone: world.site.zone,
    currency: world.site.currency,
  }
}
