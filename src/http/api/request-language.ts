import type { Values } from '../../define/param.ts'
import { isLanguage, type Language } from '../../define/text/language.ts'
import type { Request } from '../server/request.ts'
import type { Service } from '../service.ts'
import type { Located } from './match.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The language before anything is checked, for the words of problems (M2, E4). */
export function languageOf(
  service: Service,
  located: Pick<Located, 'language'>,
  query: Values,
  body?: Values,
): Language {
  const asked = body?.ml_language ?? query.ml_language
  return isLanguage(asked) ? asked : (located.language ?? service.site.language)
}

/** Clients of a site with a plugin of languages say theirs by other names (X7). */
export function spoken(values: Values, namespace: string): Values {
  if (namespace !== 'tribe/events/v1' || values.ml_language !== undefined) return values
  const said = [values.wpml_language, values.lang].find(isLanguage)
  if (said) values.ml_language = said
  return values
}

/** Query wins over header; either may come with any method. */
export const overriding = ({ headers }: Request, { _method }: Values) =>
  _method ?? headers['x-http-method-override']

/** HEAD is answered as GET. */
export function methodOf(request: Request, over: unknown): string {
  const method = String(over ?? request.method).toUpperCase()
  if (method === 'HEAD') return 'GET'
  return methods.includes(method) || method === 'OPTIONS' ? method : 'NONE'
}
