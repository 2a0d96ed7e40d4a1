// Preloaded into a service (`--import`): tells who asks which files of the project, which packages and which parts of Node it has loaded.
import { registerHooks } from 'node:module'

const root = new URL('../../', import.meta.url).href
const loaded = new Set()
registerHooks({
  load(url, context, next) {
    if (url.startsWith(root)) loaded.add(url.slice(root.length))
    return next(url, context)
  },
})
process.on('message', () => process.send([...loaded, ...process.moduleLoadList]))
