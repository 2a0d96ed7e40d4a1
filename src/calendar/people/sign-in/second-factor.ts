import { Problem } from '../../../problem/index.ts'
import type { Row, StoredRecord, Transaction } from '../../../store/index.ts'
import { type AccountWork, userOf } from '../account-types.ts'
import { changeAccount } from '../users.ts'

/** One-time codes of authenticator apps (TOTP); `src/outside/sealing.ts` answers. */
export type OneTimeCodes = {
  newSecret(): Promise<string>
  /** The content of the QR code for an app, and the code itself as SVG. */
  qrCode(of: {
    secret: string
    issuer: string
    login: string
  }): Promise<{ uri: string; qr: string }>
  /** The period of this code, among those around a moment in Unix seconds; undefined: none. */
  periodOf(secret: string, code: string, at: number): Promise<number | undefined>
  /** Seals a secret under the key of the data folder; secrets sealed under another key cannot be opened. */
  seal(secret: string): string
  open(sealed: string): string | undefined
}

export type FactorWork = AccountWork & { codes: OneTimeCodes }

const recoveryCodes = 10

/** A code that is typed by hand: case, spaces and hyphens make no difference. */
export const plainCode = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')

const recoveryOf = ({ facts }: StoredRecord): string[] => JSON.parse(String(facts.recovery ?? '[]'))

export const recoveryLeft = (user: StoredRecord) => recoveryOf(user).length

/** A code that opens the account of a user once, as far as that can be checked without a transaction. */
type UsableCode = { period: number } | { recovery: string }

/** True for codes in the shape of a recovery code. Those are generated: unlike six digits, they cannot be guessed. */
export const isRecoveryCode = (code: string) => plainCode(code).length > 8

/** Undefined: it is neither a code of the app nor shaped like a recovery code. */
export async function usableCode(
  { secrets, codes, now }: FactorWork,
  user: StoredRecord,
  code: string,
): Promise<UsableCode | undefined> {
  const tidy = plainCode(code)
  if (!/^\d{6}$/.test(tidy))
    return isRecoveryCode(tidy) ? { recovery: secrets.digest(tidy) } : undefined
  const secret = codes.open(String(user.facts.totp))
  const period = secret === undefined ? undefined : await codes.periodOf(secret, tidy, now())
  return period === undefined ? undefined : { period }
}

/** Uses up a code; a code that was used before, even a moment ago, is refused. */
export async function useCode(
  tx: Transaction,
  work: FactorWork,
  user: StoredRecord,
  code: UsableCode | undefined,
) {
  const refused = new Problem('second_factor_failed')
  if (!code) throw refused
  if ('period' in code) {
    if (code.period <= Number(user.facts.totp_used)) throw refused
    await tx.update('user', user.id, { totp_used: code.period })
    return
  }
  const left = recoveryOf(user)
  const at = left.findIndex(hash => work.secrets.isSame(hash, code.recovery))
  if (at < 0) throw refused
  await changeAccount(tx, work, user, { recovery: JSON.stringify(left.toSpliced(at, 1)) })
}

/** New recovery codes, and their hashes as they are stored. */
export function newRecovery({ secrets }: FactorWork) {
  const codes = Array.from({ length: recoveryCodes }, () => secrets.newCode(3))
  return {
    codes,
    facts: { recovery: JSON.stringify(codes.map(code => secrets.digest(plainCode(code)))) },
  }
}

/** A new secret for a user. It counts once a code of it has confirmed that their app has it. */
export async function beginFactor(work: FactorWork, user: StoredRecord, issuer: string) {
  const secret = await work.codes.newSecret()
  const sealed = work.codes.seal(secret)
  await work.store.write(async tx => {
    await tx.update('user', user.id, { totp_next: sealed })
  })
  return { secret, ...(await work.codes.qrCode({ secret, issuer, login: userOf(user).login })) }
}

/** The facts that are stored once a code has confirmed the new secret; undefined: the code is wrong. */
export async function confirmedFactor(
  { codes, now }: FactorWork,
  { facts }: StoredRecord,
  code: string,
): Promise<Row | undefined> {
  const secret = facts.totp_next == null ? undefined : codes.open(String(facts.totp_next))
  const period = secret && (await codes.periodOf(secret, plainCode(code), now()))
  return period ? { totp: String(facts.totp_next), totp_next: null, totp_used: period } : undefined
}
