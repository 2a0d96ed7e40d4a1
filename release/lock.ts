type Package = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  [other: string]: unknown
}
type Manifest = Package & { name: string; version: string }
type Lock = { lockfileVersion: number; packages: Record<string, Package> }

/** The lock file of a package that depends on some of the packages of another: with their versions and hashes. */
export function lockOf(manifest: Manifest, { lockfileVersion, packages }: Lock) {
  const { name, version, license, engines, bin, dependencies, optionalDependencies } = manifest
  const taken = new Map<string, Package>()
  const queue: [from: string, of: Package][] = [['', manifest]]
  for (const [from, of] of queue)
    for (const each of Object.keys({ ...of.dependencies, ...of.optionalDependencies })) {
      const path = pathOf(each, from, packages)
      const entry = path === undefined ? undefined : packages[path]
      if (path === undefined || entry === undefined || taken.has(path)) continue
      const { dev: _, devOptional: __, ...rest } = entry
      taken.set(path, rest)
      queue.push([path, rest])
    }
  const own = { name, version, license, engines, bin, dependencies, optionalDependencies }
  return {
    name,
    version,
    lockfileVersion,
    requires: true,
    packages: { '': own, ...Object.fromEntries([...taken].toSorted()) },
  }
}

/** As Node looks for a package: in the folder of the one that needs it, then in those above. */
function pathOf(name: string, from: string, packages: Lock['packages']): string | undefined {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
    const path = at ? `${at}/node_modules/${name}` : `node_modules/${name}`
    if (packages[path]) return path
    if (!at.includes('/node_modules/')) {
      const top = `node_modules/${name}`
      return packages[top] ? top : undefined
    }
  }
}
