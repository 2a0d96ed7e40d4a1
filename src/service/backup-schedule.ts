import { randomUUID } from 'node:crypto'
import type { BackupResult, BackupSettings, BackupTask } from '../backups/index.ts'
import {
  type BackupState,
  changeBackupState,
  isBackupDue,
  readBackupState,
} from '../backups/state.ts'
import type { Settings } from '../config/index.ts'
import type { openLog } from '../outside/index.ts'
import type { Store } from '../store/index.ts'

/** Milliseconds for which a process has a backup to itself unless it says again that it still makes it, and between two such notes. */
const claimFor = 60_000
const renewEvery = 20_000

type Given = {
  store: Pick<Store, 'note' | 'write'>
  settings: BackupSettings & Pick<Settings, 'backupEvery'>
  /** Unix seconds. */
  now(): number
  log: Pick<ReturnType<typeof openLog>, 'info' | 'warn'>
  /** Makes the backup in a process of its own. */
  make?(settings: BackupSettings, task: BackupTask): { result: Promise<BackupResult>; stop(): void }
}

// Loaded at first use: many services make no backups.
const separately = async (settings: BackupSettings, task: BackupTask) =>
  (await import('../backups/index.ts')).backupSeparately(settings, task)

/** The backups that the service makes. Only one process of a calendar makes one at a time. */
export function openSchedule(given: Given) {
  const { store, settings, now } = given
  const claim = claimsOf(store)
  let working: Promise<BackupResult | undefined> | undefined
  const end = new AbortController()

  async function begin(
    isWanted: (state: BackupState) => boolean,
    task: BackupTask = {},
  ): Promise<boolean> {
    const isFree = () => !working && !end.signal.aborted
    if (!isFree() || !(await claim(isWanted)) || !isFree()) return false
    working = carryOut(given, task, claim, end.signal)
      .catch((error: Error) => {
        given.log.warn('the result of a backup cannot be stored', { reason: error.message })
        return undefined
      })
      .finally(() => {
        working = undefined
      })
    return true
  }

  const isDue = (state: BackupState) => isBackupDue(state, settings.backupEvery, now())
  return {
    /** Begins a backup if one is due; in the leader. It goes on after this has resolved. */
    async look() {
      if (working || settings.backupEvery === 0 || !isDue(await readBackupState(store))) return
      await begin(isDue)
    },
    /** Begins a backup now, or the verification of one. False: another is in progress. */
    begin: (task: BackupTask = {}) => begin(() => true, task),
    /** The noted state, and whether any process is making a backup. */
    async state(): Promise<BackupState & { isWorking: boolean }> {
      const state = await readBackupState(store)
      return { ...state, isWorking: (state.claim?.until ?? 0) > Date.now() }
    },
    /** The backup in progress. */
    working: () => working,
    /** Ends it; the next start of any process begins again. */
    async stop() {
      end.abort()
      await working
    },
  }
}

type Claim = (isWanted: (state: BackupState) => boolean) => Promise<boolean>

/** Takes the backup for this process, or keeps it, unless another process has it. */
function claimsOf(store: Given['store']): Claim {
  const own = randomUUID()
  return isWanted =>
    changeBackupState(store, state => {
      const isTaken = state.claim && state.claim.by !== own && state.claim.until > Date.now()
      if (isTaken || !isWanted(state)) return undefined
      return { ...state, claim: { by: own, until: Date.now() + claimFor } }
    })
}

async function carryOut(
  given: Given,
  task: BackupTask,
  claim: Claim,
  signal: AbortSignal,
): Promise<BackupResult> {
  const { settings, store, now, make } = given
  const renewal = setInterval(() => {
    claim(() => true).catch(() => {})
  }, renewEvery).unref()
  const began = performance.now()
  try {
    const dated = { at: now(), ...task }
    const process = make ? make(settings, dated) : await separately(settings, dated)
    if (signal.aborted) process.stop()
    signal.addEventListener('abort', process.stop, { once: true })
    const result = await process.result.catch(
      (error: Error): BackupResult => ({ code: '', reason: error.message, params: {} }),
    )
    if (signal.aborted) await changeBackupState(store, ({ claim: _, ...state }) => state)
    else if (task.verify !== undefined) await notedVerification(given, task.verify, result)
    else await noted(given, result, (performance.now() - began) / 1000)
    return result
  } finally {
    clearInterval(renewal)
  }
}

async function notedVerification({ store, now }: Given, name: string, result: BackupResult) {
  const problem = 'name' in result ? result.problem : reasonOf(result)
  await changeBackupState(store, ({ claim: _, ...state }) => ({
    ...state,
    verified: { at: now(), name, ...(problem && { problem }) },
  }))
}

async function noted({ store, now, log }: Given, result: BackupResult, seconds: number) {
  const at = now()
  if ('name' in result) {
    const { name, bytes, removed } = result
    const last = { at, name, bytes, seconds: Math.round(seconds * 10) / 10 }
    await changeBackupState(store, ({ verified }) => ({ last, ...(verified && { verified }) }))
    log.info('a backup was made and verified', {
      name,
      bytes,
      seconds: last.seconds,
      ...(removed.length > 0 && { removed: removed.join(', ') }),
    })
    return
  }
  const reason = reasonOf(result)
  await changeBackupState(store, ({ claim: _, ...state }) => ({
    ...state,
    failure: { at, reason, count: (state.failure?.count ?? 0) + 1 },
  }))
  log.warn('the backup has failed; it is tried again', { reason })
}

/** The reason why no backup was made, for the log and for administrators. */
const reasonOf = ({ code, reason, params }: Extract<BackupResult, { code: string }>) =>
  [code, ...(reason === code ? [] : [reason]), ...Object.values(params)]
    .filter(each => each !== '')
    .join(' ')
    .slice(0, 500)
