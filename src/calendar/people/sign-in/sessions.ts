import { existing } from '../../../define/base/objects.ts'
import type { Reader, Store, StoredRecord, Transaction } from '../../../store/index.ts'
import type { Actor } from '../../access/access.ts'
import { type Secrets, userOf } from '../account-types.ts'
import { isNewUse, noteUse } from '../last-use.ts'

/** The lifetime of a session in seconds: since its last use, and since its sign-in. */
export type SessionSpans = { idle: number; longest: number }

type SessionWork = {
  store: Pick<Store, 'lookup' | 'get' | 'getMany' | 'write'>
  secrets: Secrets
  now(): number
  spans: SessionSpans
}

/** The device of a sign-in, as the list of sessions shows it. */
export type Device = { agent: string; address: string }

/** Times are Unix seconds. */
type Session = Device & {
  id: number
  user: number
  created: number
  used: number
  /** When it ends, however much it is used, and when it ends if it is not. */
  expires: number
  idleUntil: number
}

/** The user of a session; `token` is the secret of its cookie. */
export type Entered = { session: Session; user: StoredRecord; actor: Actor; token: string }

/** More sessions than anybody has devices: beyond these, the one that was not used for longest ends. */
const maxOfUser = 50
const maxEver = 10_000
const maxAgent = 300

const sessionOf = ({ id, facts }: StoredRecord, { idle }: SessionSpans): Session => ({
  id,
  user: Number(facts.user),
  agent: String(facts.agent),
  address: String(facts.address),
  created: Number(facts.created),
  used: Number(facts.used),
  expires: Number(facts.expires),
  idleUntil: Math.min(Number(facts.used) + idle, Number(facts.expires)),
})

const isLive = (session: Session, now: number) => session.idleUntil > now

/** The rights of a session: all that the role of its user has. */
export function actorOf(user: StoredRecord): Actor {
  const { id, login, role } = userOf(user)
  return { id, login, role, scope: 'admin' }
}

export const isDisabled = ({ facts }: StoredRecord) => facts.disabled != null

/** A session and its user, by the secret of its cookie, while it is live. */
async function find(
  { store, secrets, now, spans }: SessionWork,
  token: string,
): Promise<Entered | undefined> {
  const digest = secrets.digest(token)
  for (const id of await store.lookup('session', 'hash', digest, 1)) {
    const stored = await store.get('session', id)
    if (!stored || !secrets.isSame(String(stored.facts.hash), digest)) continue
    const session = sessionOf(stored, spans)
    if (!isLive(session, now())) continue
    const user = await store.get('user', session.user)
    if (user && !isDisabled(user)) return { session, user, actor: actorOf(user), token }
  }
  return undefined
}

/** Notes when it was last used, to the minute, without delaying the request. */
function touch({ store, now }: SessionWork, { session }: Entered) {
  if (!isNewUse(session.used, now())) return
  void store.write(tx => noteUse(tx, 'session', session.id, now())).catch(() => {})
}

async function allOf(
  reader: Pick<Reader, 'lookup' | 'getMany'>,
  spans: SessionSpans,
  user: number,
): Promise<Session[]> {
  const ids = await reader.lookup('session', 'user', user, maxEver)
  return (await reader.getMany('session', ids)).map(stored => sessionOf(stored, spans))
}

/** Begins a session; its token is returned once. Those that have expired go, and so do the oldest of too many. */
async function begin(
  { secrets, now, spans }: SessionWork,
  tx: Transaction,
  user: StoredRecord,
  { agent, address }: Device,
): Promise<Entered> {
  const sessions = await allOf(tx, spans, user.id)
  const live = sessions.filter(session => isLive(session, now()))
  const remaining = live.toSorted((a, b) => b.used - a.used).slice(0, maxOfUser - 1)
  for (const { id } of sessions)
    if (!remaining.some(session => session.id === id)) await tx.remove('session', id)
  const token = secrets.newToken()
  const facts = {
    user: user.id,
    hash: secrets.digest(token),
    address,
    agent: agent.slice(0, maxAgent),
    created: now(),
    used: now(),
    expires: now() + spans.longest,
  }
  const id = await tx.insert('session', facts, {})
  const created = existing(await tx.get('session', id))
  return { session: sessionOf(created, spans), user, actor: actorOf(user), token }
}

/** Gives a session another token, and ends all others of its user: their rights or their means of signing in have changed. */
async function rotate(
  { secrets }: SessionWork,
  tx: Transaction,
  { session, user }: Entered,
): Promise<Entered> {
  await endSessions(tx, user.id, session.id)
  const token = secrets.newToken()
  await tx.update('session', session.id, { hash: secrets.digest(token) })
  const current = (await tx.get('user', user.id)) ?? user
  return { session, user: current, actor: actorOf(current), token }
}

/**
 * Sessions of people who signed in with their password. They are no records of the calendar: they come and go with every sign-in, and
 * the change log has no line of them. Only the hash of a token is stored. They are read again for each request, so that whatever ends
 * one, in this process or another, takes effect at the next request.
 */
export const sessionsOf = (work: SessionWork) => ({
  begin: (tx: Transaction, user: StoredRecord, device: Device) => begin(work, tx, user, device),
  rotate: (tx: Transaction, entered: Entered) => rotate(work, tx, entered),

  /** The session of a token; undefined if it expired, was ended or never existed. */
  async enter(token: string): Promise<Entered | undefined> {
    const entered = await find(work, token)
    if (entered) touch(work, entered)
    return entered
  },

  /** Those of a user that are live, the one used last first. */
  async list(user: number): Promise<Session[]> {
    const all = await allOf(work.store, work.spans, user)
    return all.filter(session => isLive(session, work.now())).toSorted((a, b) => b.used - a.used)
  },

  /** Ends one session of a user; false: they have no such session. */
  end: (user: number, id: number): Promise<boolean> =>
    work.store.write(async tx => {
      const stored = await tx.get('session', id)
      if (!stored || stored.facts.user !== user) return false
      await tx.remove('session', id)
      return true
    }),

  /** Ends all sessions of a user but one, and says how many these were. */
  endAll: (user: number, except?: number): Promise<number> =>
    work.store.write(tx => endSessions(tx, user, except)),
})

/** Ends the sessions of a user in the transaction that is the reason for it. */
export async function endSessions(tx: Transaction, user: number, except?: number): Promise<number> {
  const ids = (await tx.lookup('session', 'user', user, maxEver)).filter(id => id !== except)
  for (const id of ids) await tx.remove('session', id)
  return ids.length
}

export type Sessions = ReturnType<typeof sessionsOf>
