import { derived } from '../../define/base/objects.ts'
import type { ShowContext } from '../../define/show-context.ts'
import { inEachLanguage } from '../../define/text/language.ts'
import type { PageRequest } from './page.ts'

/** The context that presents records on a page: as the API under the same base URL does. */
export const showContextOf = derived(({ language, links, world }: PageRequest): ShowContext => {
  const { basePath, namespace } = world.settings
  const { homeIn, publicUrl } = links
  const rootIn = inEachLanguage(of => `${homeIn[of]}${basePath}/${namespace}`)
  return {
    language,
    locales: world.site.locales,
    root: rootIn[language],
    rootIn,
    homeIn,
    uploads: `${publicUrl}/uploads`,
    host: new URL(publicUrl).host,
    vendor: namespace.split('/', 1)[0] ?? '',
    zone: world.site.zone,
    currency: world.site.currency,
    customFields: world.site.customFields,
  }
})
