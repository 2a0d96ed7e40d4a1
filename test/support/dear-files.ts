/** The test files that may take more than ten seconds of processor time, each with the reason. No other list excepts a file. */
export const dearFiles: Record<string, string> = {
  'test/web/views.browser.test.ts': 'axe reads each page in two of its forms',
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
}
