import { clients } from './clients.ts'

/** A tool that reads OpenAPI: its package, its run on a document, and the use of its output. */
export type Tool = {
  name: string
  /** Exact versions; nothing of them runs at installation. */
  packages: Record<string, string>
  /** Arguments of the command line, or a program of our own that prints what it finds and ends with 1. */
  command?: (document: string, out: string) => string[]
  program?: string
  /** The content of `config.mjs` for the command. */
  config?: (document: string, out: string, root: string) => string
  /** A client in TypeScript, compiled and run. */
  client?: string
}

const typescript = { typescript: '6.0.3' }

/** Properties of a body with a default need not be sent, since the service knows the default. */
const optional = '--default-non-nullable=false'

const validate = `
const [document] = process.argv.slice(2)
import parser from '@apidevtools/swagger-parser'
const api = await parser.validate(document)
console.log(Object.keys(api.paths).length + ' paths')
`

const spectral = `
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { readFileSync } from 'node:fs'
const [document] = process.argv.slice(2)
const linter = new spectral.Spectral()
linter.setRuleset({ extends: [rulesets.oas] })
const found = await linter.run(readFileSync(document, 'utf8'))
const errors = found.filter(({ severity }) => severity === 0)
for (const { code, path, message } of errors.slice(0, 20)) console.error(code, path.join('.'), message)
const warnings = new Set(found.filter(({ severity }) => severity === 1).map(({ code }) => code))
console.log('warnings: ' + ([...warnings].join(', ') || 'none'))
process.exit(errors.length > 0 ? 1 : 0)
`

const orval = (version: string): Tool => ({
  name: 'orval',
  packages: { orval: version, ...typescript },
  config: (document, out, root) => {
    const output = { target: `${out}/api.ts`, client: 'fetch', baseUrl: root }
    return `export default ${JSON.stringify({ api: { input: document, output } })}`
  },
  command: () => ['orval', '--config', 'config.mjs'],
  client: clients.orval,
})

export const tools: Tool[] = [
  {
    name: '@apidevtools/swagger-parser',
    packages: { '@apidevtools/swagger-parser': '13.1.0' },
    program: validate,
  },
  {
    name: '@stoplight/spectral-core',
    packages: { '@stoplight/spectral-core': '1.24.1', '@stoplight/spectral-rulesets': '1.23.1' },
    program: spectral,
  },
  {
    name: 'openapi-typescript',
    packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0', ...typescript },
    command: (document, out) => ['openapi-typescript', document, '-o', `${out}/api.ts`, optional],
    client: clients['openapi-typescript'],
  },
  {
    name: '@hey-api/openapi-ts',
    packages: { '@hey-api/openapi-ts': '0.99.0', ...typescript },
    command: (document, out) =>
      `openapi-ts -i ${document} -o ${out}/api -c @hey-api/client-fetch`.split(' '),
    client: clients['@hey-api/openapi-ts'],
  },
  orval('7.21.0'),
  orval('8.33.0'),
  {
    name: 'openapi-zod-client',
    packages: {
      'openapi-zod-client': '1.18.3',
      '@zodios/core': '10.9.6',
      axios: '1.21.1',
      zod: '3.25.76',
      ...typescript,
    },
    command: (document, out) => ['openapi-zod-client', document, '-o', `${out}/api.ts`],
    client: clients['openapi-zod-client'],
  },
]
