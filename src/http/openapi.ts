import type { Language } from '../define/kind.ts'
import type { Route } from './endpoints.ts'

/** The documentation of everything the interface does. */
export function openApi(_routes: readonly Route[], { root }: { language: Language; root: string; version: '3.0' | '3.1' }): object {
  return { openapi: '3.1.0', info: { version: '1.0.0', title: 'Almanac', description: '' }, servers: [{ url: `${root}/` }], components: { schemas: {} }, paths: {} }
}
