// The compile cache of Node is in a folder of our own, not in the shared one of the machine: a start takes half the time. It is the
// folder of the packages, or that of the service (systemd), which may not write there and reads no code that another user compiled.
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const oldest = 24
export const isNewEnough = Number(process.versions.node.split('.')[0]) >= oldest

const { NODE_COMPILE_CACHE: given, CACHE_DIRECTORY: ofService } = process.env
const ofPackages = () =>
  join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.cache', 'almanac')
const folder = given || (ofService ? join(ofService.split(':')[0], 'compiled') : ofPackages())

export function keepCompiled() {
  module.enableCompileCache(folder)
  // Threads read it from here: without a cached file each would load the TypeScript compiler, sixteen megabytes.
  process.env.NODE_COMPILE_CACHE = folder
}
