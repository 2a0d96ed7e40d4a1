import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Platform, sameBytes } from './archive.ts'

const architectures: Record<Platform, string> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' }

type Packing = {
  platform: Platform
  /** The folder with the content of the archive. */
  folder: string
  to: string
  version: string
  /** Unix seconds; of all files. */
  time: string
  run(command: string, args: string[], cwd?: string): string
}

const onSystemd = '[ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]'

/** The scripts of dpkg. The service is not started by an installation: it has no settings yet. Data are never deleted. */
const scripts = {
  postinst: `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
[ -n "$DPKG_ROOT" ] || systemd-sysusers almanac.conf
if ${onSystemd}; then
  systemctl daemon-reload
  # $2: the version before
  if [ -n "$2" ]; then systemctl try-restart almanac.service
  else echo 'Look at /etc/almanac.yaml, then: systemctl enable --now almanac.socket almanac.service'; fi
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && ${onSystemd}; then systemctl disable --now almanac.service almanac.socket almanac-backup.timer; fi
`,
  postrm: `#!/bin/sh
set -e
# what a command of root has compiled
if [ "$1" = remove ]; then rm -rf "$DPKG_ROOT/opt/almanac/node_modules/.cache"; fi
if ${onSystemd}; then systemctl daemon-reload; fi
if [ "$1" = purge ]; then
  rm -rf "$DPKG_ROOT/var/cache/almanac"
  echo 'The data in /var/lib/almanac stay: delete them yourself.'
fi
`,
}

const users = 'u almanac - "Almanac" /var/lib/almanac\n'

/** A package for Debian and Ubuntu: the archive in /opt/almanac, its units, a user of its own, and the settings as a file that dpkg keeps. */
export function packDebian({ platform, folder, to, version, time, run }: Packing) {
  const architecture = architectures[platform]
  const root = join(to, 'debian')
  const files = join(root, 'data')
  const control = join(root, 'control')
  for (const path of ['opt', 'etc', 'usr/bin', 'usr/lib/systemd/system', 'usr/lib/sysusers.d'])
    mkdirSync(join(files, path), { recursive: true })
  cpSync(folder, join(files, 'opt/almanac'), { recursive: true })
  rmSync(join(files, 'opt/almanac/systemd'), { recursive: true })
  for (const name of readdirSync(join(folder, 'systemd')))
    cpSync(
      join(folder, 'systemd', name),
      join(files, name.endsWith('.yaml') ? 'etc' : 'usr/lib/systemd/system', name),
    )
  writeFileSync(join(files, 'usr/lib/sysusers.d/almanac.conf'), users)
  symlinkSync('/opt/almanac/almanac', join(files, 'usr/bin/almanac'))
  mkdirSync(control)
  const [size = ''] = run('du', ['--apparent-size', '--summarize', '-k', files]).split('\t')
  const fields = {
    Package: 'almanac',
    // Debian sorts `1.0.0-rc.1` after 1.0.0, and `1.0.0~rc.1` before
    Version: version.replace('-', '~'),
    Architecture: architecture,
    Maintainer: 'The Almanac maintainers <maintainers@almanac.invalid>',
    'Installed-Size': size,
    Depends: 'libc6 (>= 2.28), libstdc++6, systemd',
    Section: 'web',
    Priority: 'optional',
    // the lines after the first begin with a space
    Description: [
      'events calendar in English and French',
      ' Almanac publishes the events of a town or an organization: a public calendar,',
      ' feeds, screens for editors, and the API of The Events Calendar. It is a service',
      ' of systemd with its own user; data are in /var/lib/almanac, settings in',
      ' /etc/almanac.yaml, guides in /opt/almanac/docs.',
    ].join('\n'),
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
  writeFileSync(join(control, 'control'), lines.join(''))
  writeFileSync(join(control, 'conffiles'), '/etc/almanac.yaml\n')
  for (const [name, text] of Object.entries(scripts))
    writeFileSync(join(control, name), text, { mode: 0o755 })
  for (const name of ['control', 'data']) {
    const file = join(root, `${name}.tar`)
    run('tar', ['--create', '--file', file, ...sameBytes(time), '.'], join(root, name))
    run('gzip', ['--no-name', '--force', '-6', file])
  }
  const members = ['control.tar.gz', 'data.tar.gz'].map(
    name => [name, readFileSync(join(root, name))] as const,
  )
  const all = [['debian-binary', Buffer.from('2.0\n')] as const, ...members]
  const parts = all.flatMap(([name, bytes]) => memberOf(name, bytes, time))
  const file = join(to, `almanac_${version}_${architecture}.deb`)
  writeFileSync(file, Buffer.concat([Buffer.from('!<arch>\n'), ...parts]))
  rmSync(root, { recursive: true })
}

/** A member of an `ar` archive: a header of 60 bytes, then the bytes, to an even number. */
function memberOf(name: string, bytes: Buffer, time: string): Buffer[] {
  const header = [
    name.padEnd(16),
    time.padEnd(12),
    '0'.padEnd(6),
    '0'.padEnd(6),
    '100644'.padEnd(8),
    String(bytes.length).padEnd(10),
    '`\n',
  ].join('')
  return [Buffer.from(header), bytes, Buffer.alloc(bytes.length % 2, '\n')]
}
