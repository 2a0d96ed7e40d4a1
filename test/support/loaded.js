// Preloaded into a service (`--import`): reports on request which files of the project, packages and parts of Node it has loaded.
import { registerHooks } from 'node:module'

const root = new URL('../../', import.meta.url).href
const loaded = new Set()
registerHooks({
  load(url, context, next) {
    if (url.startsWith(root)) loaded.add(url.slice(root.length))
    return next(url, context)
  },
})

// Work a moment after a start is a minute later here: a busy machine needs longer than that moment for the request.
const { setTimeout } = globalThis
const moment = 200
globalThis.setTimeout = (work, delay = 0, ...more) =>
  setTimeout(work, delay < moment ? delay : delay + 60_000, ...more)

process.on('message', () => {
  globalThis.setTimeout = setTimeout
  process.send([...loaded, ...process.moduleLoadList])
})
