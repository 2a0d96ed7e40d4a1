// npm runs this after an installation. The packages bring a Node along, because npm cannot know beforehand whether the machine has a new one: 211 MB, of
// which 68 are headers and documentation. Source maps and types are another 90 MB, for developers alone. Parts that nobody runs are removed. Nothing
// depends on it, so it never fails.
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oldest } from './compiled.js'
import { runtimePackage } from './runtime.js'

const packages = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules')

try {
  if (runtimePackage) slim(join(packages, runtimePackage), join(packages, '.bin', 'node'))
  // with the packages of developers their tools read types
  if (!existsSync(join(packages, 'typescript'))) {
    removeSources(packages)
    // of the functions of twenty languages one runs here
    keepOnly(join(packages, 'locutus'), ['esm', 'php', 'datetime'])
  }
} catch {
  // it works with all of it too
}

function slim(folder, link) {
  const own = process.env.npm_node_execpath
  // on Windows the link is a script
  if (own && isLink(link) && isNew(own)) {
    rmSync(link)
    symlinkSync(own, link)
    rmSync(folder, { recursive: true })
    return
  }
  for (const name of ['include', 'share', 'CHANGELOG.md'])
    rmSync(join(folder, name), { recursive: true, force: true })
}

function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

/** True if this Node, with which npm itself runs, can run the service. */
function isNew(node) {
  if (node.startsWith(packages)) return false
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)\./.exec(version)?.[1]) >= oldest
}

/** Source maps, types and TypeScript: Node runs none in packages. */
function removeSources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeSources(path)
    else if (/\.(map|[cm]?tsx?)$/.test(entry.name)) rmSync(path)
  }
}

/** Removes the folders beside those of a path. */
function keepOnly(folder, [name, ...rest]) {
  if (name === undefined) return
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== name)
      rmSync(join(folder, entry.name), { recursive: true })
  keepOnly(join(folder, name), rest)
}
