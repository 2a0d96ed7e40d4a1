#!/usr/bin/env node
// Starts the command line on a Node that is new enough: this one, or the one that the package `node` brings along.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNewEnough, keepCompiled, oldest } from './compiled.js'
import { beginThrifty, thrifty } from './thrifty.js'

const here = fileURLToPath(import.meta.url)

if (isNewEnough) await run()
else await runOn(broughtAlong())

async function run() {
  // A command is soon over; a service is there for long.
  if (process.argv.includes('serve')) beginThrifty()
  keepCompiled()
  const { main } = await import('../src/cli/main.ts')
  process.exitCode = await main(process.argv.slice(2))
}

/** The program of the package `node`, wherever the package manager put it. */
function broughtAlong() {
  const program = join('bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const folders = []
  try {
    folders.push(dirname(createRequire(here).resolve('node/package.json')))
  } catch {
    // not where Node looks; we look by ourselves
  }
  for (let folder = dirname(here); folder !== dirname(folder); folder = dirname(folder))
    folders.push(join(folder, 'node_modules', 'node'))
  return folders
    .map(folder => join(folder, program))
    .find(path => existsSync(path) && path !== process.execPath)
}

async function runOn(node) {
  if (node === undefined) {
    console.error(
      `Almanac needs Node ${oldest} or newer; this is ${process.version}. Install a newer one from https://nodejs.org, or run “npm install” again, which brings one along.`,
    )
    console.error(
      `Almanac a besoin de Node ${oldest} ou plus récent ; celui-ci est ${process.version}. Installez-en un plus récent depuis https://nodejs.org, ou relancez « npm install », qui en apporte un.`,
    )
    process.exit(1)
  }
  const { spawn } = await import('node:child_process')
  const { constants } = await import('node:os')
  const { flags, env } = thrifty()
  const child = spawn(node, [...flags, here, ...process.argv.slice(2)], { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
