import { demoLogin } from './account-types.ts'
import type { Accounts } from './accounts.ts'

/** The first administrator, and whether any account has a token: without either, no user can write through the API. */
export async function entryOf(accounts: Accounts) {
  if ((await accounts.count()) > fewAccounts) return { login: '', hasToken: true }
  const users = await accounts.list()
  const administrators = users.filter(({ role }) => role === 'administrator')
  const login = administrators.find(({ login }) => login !== demoLogin)?.login
  const credentials = login === undefined ? [] : await accounts.credentials()
  return { login, hasToken: credentials.some(({ revoked }) => revoked === null) }
}
/** With more accounts than this, the calendar is in use. */
const fewAccounts = 20

/** Set-up without questions: an administrator from the environment, made once (never with a default password). */
export async function firstAdministrator(
  {
    adminLogin,
    adminPassword,
    adminToken,
  }: Record<'adminLogin' | 'adminPassword' | 'adminToken', string>,
  accounts: Accounts,
) {
  if (!adminLogin || (await accounts.find(adminLogin))) return
  await accounts.add({
    login: adminLogin,
    email: adminLogin.includes('@') ? adminLogin : '',
    role: 'administrator',
    ...(adminPassword && { password: adminPassword }),
  })
  if (adminToken)
    await accounts.issue({
      login: adminLogin,
      form: 'bearer',
      name: 'set-up',
      scope: 'admin',
      secret: adminToken,
    })
}
