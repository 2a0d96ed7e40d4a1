/** The test files that may take more than ten seconds of processor time, each with the reason. No other list excepts a file. */
export const dearFiles: Record<string, string> = {
  'test/web/views.browser.test.ts': 'axe reads each page in two of its forms',
  'test/admin/translating.browser.test.ts':
    'goes through a list of twenty events, as a translator does',
  'test/http/openapi-responses.test.ts':
    'every operation of the API is sent into each status and code of its document',
  'test/admin/every-screen.browser.test.ts':
    'opens every screen in each language with axe, and the menu of every role',
  'test/accounts/backups.test.ts':
    'each backup and each export is a process that loads the program',
  'test/accounts/imports.test.ts': 'each preview and each import reads its source in a process',
  'test/accounts/subscriptions.test.ts': 'each feed is read in a process',
  'test/calendar/archive-checks.test.ts':
    'an archive must inflate to more than the 256 MiB that any may have',
  'test/access/who-may-write.test.ts':
    'every operation that writes is tried by every role on every kind of record',
  'test/admin/administration.browser.test.ts':
    'one story of all screens of the operation, in two languages by turns',
  'test/backups/packed.process.test.ts':
    'backups are packed, encrypted, verified and restored by processes',
  'test/backups/between-engines.process.test.ts':
    'a whole calendar goes between the engines, there and back, and answers the same',
  'test/cli/as-root.process.test.ts':
    'each command of root is a process, which gives up being root',
  'test/cli/demo.process.test.ts': 'the example with its images is made several times',
  'test/cli/import-killed.process.test.ts': 'an import of each format is killed and continued',
  'test/cli/move-killed.process.test.ts': 'moves are killed, interrupted and repeated',
  'test/cli/serve.process.test.ts': 'each test is a start of the service',
  'test/house/commands.process.test.ts':
    'the commands of the pages run as they stand there, each a process',
  'test/languages/third-language.process.test.ts':
    'a copy of the repository with a third language is compiled and started',
  'test/stores/nothing-lost.process.test.ts':
    'processes write at once and are killed, and all is counted',
  'test/surroundings/folder.process.test.ts':
    'the service starts in each odd state of its data folder',
  'test/upgrade/former.test.ts': 'the kept calendars of all earlier forms are upgraded and read',
  'test/workers/postgres.process.test.ts': 'several processes serve, each with its own start',
  'test/workers/replace.process.test.ts': 'several processes serve and are replaced under load',
}
