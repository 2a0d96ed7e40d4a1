import { readFileSync } from 'node:fs'

// In the package, in place of `src/web/shell/browser-source.ts`: the types were taken out when it was built.

export const browserScript = (path: string): string =>
  readFileSync(new URL(`browser/${path.replace('../', '')}.js`, import.meta.url), 'utf8')
