// The compile cache of Node is in the folder of the packages, not in the shared folder of the machine: a start takes half the time.
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const oldest = 24
export const isNewEnough = Number(process.versions.node.split('.')[0]) >= oldest

const folder = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  'node_modules',
  '.cache',
  'almanac',
)

export function keepCompiled() {
  module.enableCompileCache(folder)
  // Threads read it from here: without a cached file each would load the TypeScript compiler, sixteen megabytes.
  process.env.NODE_COMPILE_CACHE = folder
}
