#!/usr/bin/env node
// Starts the command line on a Node that is new enough: this one, or the one that the packages bring along.
import { constants } from 'node:os'
import { isNewEnough, keepCompiled, oldest } from './compiled.js'
import { beginWithMallocEnv, flagsOf, mallocEnv } from './malloc-env.js'
import { loadMain } from './program.js'
import { broughtAlong, runtimePackage } from './runtime.js'

if (isNewEnough) await run()
else await runOn(broughtAlong())

async function run() {
  // Other commands are soon over.
  const flags = flagsOf(process.argv.slice(2))
  if (flags) beginWithMallocEnv(flags)
  keepCompiled()
  const main = await loadMain()
  process.exitCode = await main(process.argv.slice(2))
}

async function runOn(node) {
  if (node === undefined) return refuse()
  const { spawn } = await import('node:child_process')
  const { flags, env } = mallocEnv(flagsOf(process.argv.slice(2)))
  const child = spawn(node, [...flags, ...process.argv.slice(1)], { stdio: 'inherit', env })
  child.on('error', error => {
    console.error(error.message)
    refuse()
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** No Node can run this: explains the way out, in both languages. */
function refuse() {
  const how = runtimePackage
    ? {
        en: 'Run “npm ci --omit=dev” again, without “--omit=optional”: it brings one along. Or install a newer one from https://nodejs.org.',
        fr: 'Relancez « npm ci --omit=dev », sans « --omit=optional » : il en apporte un. Ou installez-en un plus récent depuis https://nodejs.org.',
      }
    : {
        en: `No package brings one along for ${process.platform} on ${process.arch}: install a newer one from https://nodejs.org.`,
        fr: `Aucun paquet n’en apporte un pour ${process.platform} sur ${process.arch} : installez-en un plus récent depuis https://nodejs.org.`,
      }
  console.error(`Almanac needs Node ${oldest} or newer; this is ${process.version}. ${how.en}`)
  console.error(
    `Almanac a besoin de Node ${oldest} ou plus récent ; celui-ci est ${process.version}. ${how.fr}`,
  )
  process.exit(1)
}
