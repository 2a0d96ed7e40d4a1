import { fileURLToPath } from 'node:url'

// In the package, in place of `src/web/editors/app-folders.ts`: the screens were built with it.

export const root = fileURLToPath(new URL('..', import.meta.url))
export const cache = fileURLToPath(new URL('screens', import.meta.url))
export const appFolders = () => [cache]
