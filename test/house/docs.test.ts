import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { formatValue } from '../../src/cli/program.ts'
import { flagOf, type Setting, settings, variableOf } from '../../src/config/config.ts'
import type { Resource } from '../../src/define/resource.ts'
import { templateOf } from '../../src/operations/api/paths.ts'
import { type Route, routesOf } from '../../src/operations/index.ts'
import { problems } from '../../src/problem/problem.ts'
import { resourceList } from '../../src/resources/table.ts'
import { metricNames } from '../../src/service/metrics.ts'
import { type AddressName, addresses, openAddresses } from '../../src/web/shell/addresses.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const languages = ['en', 'fr'] as const
type Language = (typeof languages)[number]

const pagesOf = (language: Language) =>
  readdirSync(join(root, 'docs', language)).filter(name => name.endsWith('.md'))

const deployed = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

const page = (language: Language, name: string) =>
  readFileSync(join(root, 'docs', language, name), 'utf8')

/** All messages of the program are in its sources. */
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map(name => readFileSync(join(root, name), 'utf8'))
  .join('\n')

/** As a page has it: nouns in the plural. */
const inTable = (text: string) =>
  text.replace(/\{\w+\|[^|{}]*\|([^|{}]*)\}/g, '$1').replaceAll('|', '\\|')

/** Reports the lines that a page lacks, as they should be written there. */
function holds(language: Language, name: string, wanted: string[]) {
  const text = page(language, name)
  const missing = wanted.filter(line => !text.includes(line))
  assert.deepEqual(missing, [], `docs/${language}/${name} should hold these`)
}

const routes = routesOf({ namespace: 'cal/events/v1', perPage: settings.perPage.default })

const pages = openAddresses('en')

const pathOf = ({ path }: Route) => templateOf(path)

/** The placeholders of addresses that have another name on French pages. */
const french: Record<string, string> = { day: 'JOUR', month: 'MOIS', kind: 'TYPE', rest: 'SUITE' }

test('every page has its twin in the other language', () => {
  assert.deepEqual(pagesOf('fr'), pagesOf('en'))
  assert.ok(pagesOf('en').length > 0)
})

for (const language of languages) {
  test(`the page about tools names each of them (${language})`, () => {
    const tools = routes.flatMap(({ endpoints }) => endpoints.flatMap(({ tool }) => tool ?? []))
    holds(
      language,
      'mcp.md',
      tools.map(tool => `\`${tool}\``),
    )
  })

  test(`the index lists every page once (${language})`, () => {
    const listed = [...page(language, 'README.md').matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)]
    const pages = pagesOf(language).filter(name => name !== 'README.md')
    assert.deepEqual(listed.map(([, name]) => name).toSorted(), pages.toSorted())
  })

  test(`every address of pages is listed (${language})`, () => {
    for (const each of languages) {
      const paths = (Object.keys(addresses) as AddressName[]).map(name => {
        const params = Object.fromEntries(
          [...addresses[name][language].matchAll(/:(\w+)/g)].map(([, param = '']) => [
            param,
            (each === 'fr' && french[param]) || param.toUpperCase(),
          ]),
        )
        return `\`${pages.path(name, language, params)}\``
      })
      holds(each, 'pages.md', paths)
    }
  })

  test(`every setting is explained as it is (${language})`, () => {
    const rows = (Object.entries(settings) as [string, Setting][]).map(([name, setting]) => {
      const flag = setting.secret ? 'secret' : `\`${flagOf(name)}\``
      const names = `| \`${name}\` | \`${variableOf(name)}\` | ${flag}`
      return `${names} | \`${formatValue(setting, language)}\` | ${inTable(setting[language])}`
    })
    holds(language, 'settings.md', rows)
    const marked = page(language, 'settings.md').match(/^\| `\w+` .* \| (yes|oui) \|$/gm) ?? []
    assert.deepEqual(
      marked.map(row => /`(\w+)`/.exec(row)?.[1]).toSorted(),
      Object.entries<Setting>(settings)
        .flatMap(([name, { live }]) => (live ? [name] : []))
        .toSorted(),
    )
  })

  test(`every metric is explained (${language})`, () => {
    holds(
      language,
      'monitoring.md',
      metricNames.map(name => `\`${name}\``),
    )
  })

  test(`every alert is explained (${language})`, () => {
    const alerts = [...deployed('prometheus-alerts.yaml').matchAll(/- alert: (\w+)/g)]
    holds(
      language,
      'monitoring.md',
      alerts.map(([, name]) => `| \`${name}\` |`),
    )
  })

  test(`every route is listed with its methods (${language})`, () => {
    const rows = routes.map(route => {
      const methods = route.endpoints.flatMap(({ methods }) => methods).join(', ')
      return `| \`${pathOf(route)}\` | ${methods} |`
    })
    holds(language, 'resources.md', rows)
  })

  test(`every parameter of a list is explained (${language})`, () => {
    const lists = routes.flatMap(({ endpoints }) => endpoints.filter(({ verb }) => verb === 'list'))
    const names = new Set(lists.flatMap(({ params }) => Object.keys(params)))
    const rows = [...names].map(name => `| \`${name}\` |`)
    const ofEveryRequest = page(language, 'api.md')
    holds(
      language,
      'lists.md',
      rows.filter(row => !ofEveryRequest.includes(row)),
    )
  })

  test(`every field is explained as it is (${language})`, () => {
    const rows = resourceList.flatMap(({ fields }: Resource) =>
      Object.entries(fields).map(([name, field]) => [`| \`${name}\` |`, inTable(field[language])]),
    )
    const lines = page(language, 'resources.md').split('\n')
    const missing = rows.filter(
      ([name = '', sentence = '']) =>
        !lines.some(line => line.startsWith(name) && line.includes(sentence)),
    )
    assert.deepEqual(missing, [], `docs/${language}/resources.md should hold these`)
  })

  test(`every problem is listed as it is (${language})`, () => {
    const lines = page(language, 'errors.md').split('\n')
    const missing = Object.entries(problems).filter(([code, problem]) => {
      const line = lines.find(each => each.startsWith(`| \`${code}\` |`)) ?? ''
      return !line.includes(String(problem.status)) || !line.includes(inTable(problem[language]))
    })
    assert.deepEqual(missing, [], `docs/${language}/errors.md should hold these`)
  })

  test(`every message of the troubleshooting page is one of the program (${language})`, () => {
    const quoted = [...page(language, 'troubleshooting.md').matchAll(/^\| `([^`]+ [^`]+)` \|/gm)]
    assert.ok(quoted.length > 20)
    assert.deepEqual(
      quoted.map(([, message = '']) => message).filter(message => !sources.includes(message)),
      [],
    )
  })

  test(`every decision on behaviour is listed once on the page for clients (${language})`, () => {
    const lines = page(language, 'compatibility.md').split('\n')
    const listed = lines.flatMap(line => /^\| ([A-Z]\d+b?) \|/.exec(line)?.[1] ?? [])
    assert.deepEqual(listed.toSorted(), decisions.toSorted(), 'each decision once')
    const bare = lines.filter(line => /^\| [A-Z]\d+b? \|/.test(line) && line.length < 40)
    assert.deepEqual(bare, [], 'a decision is told in a sentence')
  })
}

/** The number of each; only `compatibility.md` describes the decisions themselves. */
const families = { T: 13, U: 7, L: 5, A: 12, P: 12, X: 10, E: 7, H: 3, M: 12, D: 1 }
const decisions = Object.entries(families).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
)
decisions.push('L2b')

test('the dashboard and the alerts ask for metrics that there are', () => {
  for (const file of ['grafana.json', 'prometheus-alerts.yaml']) {
    const named = [
      ...deployed(file).matchAll(/\b(almanac_\w+?)(?:_bucket|_sum|_count)?(?=[{\s[)])/g),
    ]
    const unknown = named.map(([, name = '']) => name).filter(name => !metricNames.includes(name))
    assert.deepEqual(unknown, [], file)
    assert.ok(named.length > 0)
  }
})

test('no link leads nowhere', () => {
  const pages = [
    ...languages.flatMap(language => pagesOf(language).map(name => join('docs', language, name))),
    ...readdirSync(root).filter(name => name.endsWith('.md')),
  ]
  const broken = pages.flatMap(name => {
    const text = readFileSync(join(root, name), 'utf8').replace(/```[\s\S]*?```/g, '')
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter(target => !/^[a-z]+:/i.test(target) && !leads(name, target))
      .map(target => `${name} → ${target}`)
  })
  assert.deepEqual(broken, [])
})

function leads(from: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? join(root, from) : join(root, dirname(from), path)
  if (!existsSync(file) || relative(root, file).startsWith('..')) return false
  return anchor === undefined || anchorsOf(file).includes(decodeURIComponent(anchor))
}

/** The anchors of headings, as they are made where pages are read. */
const anchorsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
