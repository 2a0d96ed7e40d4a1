import { mkdirSync } from 'node:fs'
import { writePackage } from './package.ts'

// node release/image.ts FOLDER: writes the package that the image installs. The variable COMMIT names the commit: an image is built without history.

const [folder = ''] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
await writePackage(folder, process.env.COMMIT || undefined)
