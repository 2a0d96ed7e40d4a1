import { type Change, pages } from '../change.ts'

export const change: Change = {
  max: 4,
  edits: [
    {
      file: 'src/config/settings.ts',
      before: '  adminLogin: {',
      insert: `  keepAlive: {
    type: integer(0, 600_000),
    default: 20_000,
    en: 'How long a connection stays open without a request, in milliseconds.',
    fr: 'La durée pendant laquelle une connexion reste ouverte sans requête, en millisecondes.',
  },`,
    },
    {
      file: 'src/main.ts',
      before: '  const listening = await listen(server, settings)',
      insert: '  server.keepAliveTimeout = settings.keepAlive',
    },
    ...(['en', 'fr'] as const).map(language => ({
      file: `docs/${language}/settings.md`,
      before: '| `clock` | `ALMANAC_CLOCK` |',
      insert: {
        en: '| `keepAlive` | `ALMANAC_KEEP_ALIVE` | `--keep-alive` | `20000` | How long a connection stays open without a request, in milliseconds. |',
        fr: '| `keepAlive` | `ALMANAC_KEEP_ALIVE` | `--keep-alive` | `20000` | La durée pendant laquelle une connexion reste ouverte sans requête, en millisecondes. |',
      }[language],
    })),
  ],
  proof: {
    file: 'test/house/added-setting.test.ts',
    all: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, useService } from '../support/scenario.ts'

useService({ keepAlive: 7000 })

test('a setting has its effect', async () => {
  assert.equal((await get('/events')).headers['keep-alive'], 'timeout=7')
})
`,
  },
  tests: [...pages, 'test/cli/configuration.process.test.ts', 'src/config/config.test.ts'],
}
