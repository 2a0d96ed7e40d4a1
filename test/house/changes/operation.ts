import type { Change } from '../change.ts'

/** A screen for editors with an operation of its own: its verb, its row, its handler, the screen, and its place in the menu. */
export const change: Change = {
  max: 5,
  edits: [
    {
      file: 'src/calendar/read/counts.ts',
      before: '/** The number of records that lists show',
      insert: `/** The number of records that wait for a word in another language. */
export const untitled = async ({ site }: Context, actor: Actor, max: number) =>
  seesOthers(actor) ? Math.min(max, site.perPage) : 0
`,
    },
    {
      file: 'src/calendar/read/counts.ts',
      before: 'import { protectedFor',
      insert: "import { type Actor, seesOthers } from '../access/access.ts'",
    },
    {
      file: 'src/operations/admin-api/records.ts',
      before: "  'GET /counts': {",
      insert: `  'GET /untitled': {
    name: 'countUntitled',
    access: 'account',
    summary: { en: 'Count records without a title', fr: 'Compter les fiches sans titre' },
    params: {
      max: {
        type: count({ max: 50, sample: 5 }),
        default: 50,
        en: 'The maximum to count.',
        fr: 'Le nombre maximal à compter.',
      },
    },
    returns: exact(
      { en: 'The count.', fr: 'Le nombre.' },
      { untitled: integer({ en: 'How many there are.', fr: 'Leur nombre.' }) },
    ),
  },`,
    },
    {
      file: 'src/http/admin-api/records.ts',
      before: "  async 'GET /counts'(",
      insert: `  'GET /untitled': async ({ service, actor, values }) => ({
    body: { untitled: await service.calendar.perform(untitled, actor, values.max) },
  }),
`,
    },
    {
      file: 'src/http/admin-api/records.ts',
      before: '  authorsOf,',
      insert: '  untitled,',
    },
    {
      file: 'src/admin/screens/untitled.tsx',
      all: `import { useQuery } from '@tanstack/react-query'
import { useApp, useMessagesOf } from '../context.tsx'
import { ProblemNote } from '../parts/problem.tsx'
import { Title, type TitledScreen } from '../parts/title.tsx'

const messages = { count: { en: 'Without a title: {count}', fr: 'Sans titre : {count}' } }

export function Untitled({ title }: TitledScreen) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: ['untitled'],
    queryFn: () => server.admin('GET /untitled', { max: 20 }),
  })
  return (
    <>
      <Title text={title} />
      <ProblemNote error={error} />
      {data && <p>{w('count', { count: data.untitled })}</p>}
    </>
  )
}
`,
    },
    {
      file: 'src/admin/screens/others.tsx',
      before: "    path: 'users',",
      insert: `    path: 'untitled',
    group: 'content',
    title: { en: 'Without a title', fr: 'Sans titre' },
    isFor: seesPeople,
    Screen: lazy(async () => ({ default: (await import('./untitled.tsx')).Untitled })),
  },
  {`,
    },
  ],
  proof: {
    file: 'test/house/added-operation.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAdmin } from '../../src/sdk/admin.ts'
import { service, useService } from '../support/scenario.ts'

useService()

test('it is answered, checked, documented and typed, and the screens are built with it', async () => {
  const admin = connectAdmin(\`\${service.address}/admin/api\`, { token: 'alm_token_of_editor' })
  const { untitled }: { untitled: number } = await admin('GET /untitled', { max: 3 })
  assert.equal(untitled, 3)
  await assert.rejects(admin('GET /untitled', { max: 0 }), { code: 'rest_invalid_param' })
  const { body } = await service.send('GET', \`\${service.address}/en/admin/api/doc\`)
  assert.equal(body.paths['/untitled'].get.operationId, 'countUntitled')
})
`,
  },
  tests: ['test/accounts/document.process.test.ts', 'src/operations/api/paths.test.ts'],
}
