/** The test files that may take more than ten seconds of processor time, each with the reason. No other list excepts a file. */
export const dearFiles: Record<string, string> = {
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
  'test/backups/between-engines.process.test.ts':
    'a whole calendar goes between the engines, there and back, and answers the same',
  'test/languages/third-language.process.test.ts':
    'a copy of the repository with a third language is compiled and started',
  'test/stores/nothing-lost.process.test.ts':
    'processes write at once and are killed, and all is counted',
  'test/upgrade/former.test.ts': 'the kept calendars of all earlier forms are upgraded and read',
  'test/workers/postgres.process.test.ts': 'several processes serve, each with its own start',
  'test/workers/replace.process.test.ts': 'several processes serve and are replaced under load',
  'test/house/commands.process.test.ts':
    'every command and program of the guides is run as it is printed',
}
