import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ofNoMachine } from '../support/of-no-machine.ts'
import { blocksOf, read, root } from './pages.ts'

for (const [name, language] of [
  ['README.md', 'en_GB'],
  ['README.fr.md', 'fr_FR'],
] as const) {
  test(`${name} shows what the first start prints`, async () => {
    const [greeting] = blocksOf(read(name)).filter(({ language }) => language === 'text')
    assert.equal(greeting?.code.trim(), (await firstStart(`${language}.UTF-8`)).trim())
  })
}

/** The output of the program on its first start, with the port and the folder of the pages. */
async function firstStart(language: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-greeting-'))
  try {
    // the folder looks like that of the sources, so commands to copy begin as they do there
    symlinkSync(join(root, 'bin'), join(folder, 'bin'), 'junction')
    const printed = await printedBy(folder, language)
    const port = /:(\d+)\/health/.exec(printed)?.[1] ?? ''
    assert.ok(port, printed)
    return printed
      .replaceAll(`:${port}/`, ':8080/')
      .replace(/#setup=[\w-]{14}$/m, '#setup=abcd-efgh-jkmn')
      .replaceAll(join(folder, 'data'), '/home/alice/almanac/data')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function printedBy(cwd: string, language: string): Promise<string> {
  const child = spawn(process.execPath, ['bin/almanac.js', 'serve'], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      ...ofNoMachine,
      LANG: language,
      TZ: 'Europe/Paris',
      ALMANAC_PORT: '0',
      ALMANAC_LOG_LEVEL: 'error',
    },
  })
  let printed = ''
  let failures = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    failures += text
  })
  const ended = new Promise(resolve => child.on('close', resolve))
  child.stdout.setEncoding('utf8').on('data', text => {
    printed += text
    // its last words
    if (printed.trimEnd().endsWith(' demo')) child.kill('SIGTERM')
  })
  await ended
  assert.equal(failures, '')
  return printed
}
