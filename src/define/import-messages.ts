import type { Sentence } from './text/language.ts'

/** Formats of files and sites that events are imported from. */
export const importFormats = ['csv', 'ics', 'tec', 'jsonld'] as const
export type ImportFormat = (typeof importFormats)[number]

/** For a field that was edited here and changed in the source: the source wins, this calendar wins, or editors decide. */
export const policies = ['theirs', 'ours', 'ask'] as const

/** The statuses that new events may be given. */
export const newStatuses = ['publish', 'pending', 'draft'] as const

/** The policies for events that the source no longer has. */
export const removedPolicies = ['leave', 'cancel', 'trash'] as const
export type RemovedPolicy = (typeof removedPolicies)[number]

/** The intervals of reading a feed: words for people, in seconds. */
export const intervals = { hourly: 3600, 'twice-daily': 43_200, daily: 86_400, weekly: 604_800 }
export type Interval = keyof typeof intervals

/** `disabled`: it has failed for long, or its owner may import no more. */
export const subscriptionStates = ['active', 'paused', 'disabled'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** The outcomes of an import for a record of the source. */
export const outcomes = ['created', 'updated', 'unchanged', 'skipped', 'refused'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * `new`: nothing was read yet; `ready`: previewed; `stopping`: a user has stopped it. The process that carries out
 * `previewing`, `running`, `stopping` or `undoing` says so every second.
 */
export const runStates = [
  'new',
  'previewing',
  'ready',
  'running',
  'stopping',
  'stopped',
  'failed',
  'done',
  'undoing',
  'undone',
] as const
export type RunState = (typeof runStates)[number]

/** `interrupted`: the process that worked on it has ended. */
export const runStateNames: Record<RunState | 'interrupted', Sentence> = {
  new: { en: 'not read yet', fr: 'pas encore lue' },
  previewing: { en: 'preview in progress', fr: 'aperçu en cours' },
  ready: { en: 'preview', fr: 'aperçu' },
  running: { en: 'in progress', fr: 'en cours' },
  stopping: { en: 'stopping', fr: 'en cours d’arrêt' },
  stopped: { en: 'stopped', fr: 'arrêtée' },
  failed: { en: 'failed', fr: 'en échec' },
  done: { en: 'done', fr: 'terminée' },
  undoing: { en: 'being undone', fr: 'en cours d’annulation' },
  undone: { en: 'undone', fr: 'annulée' },
  interrupted: { en: 'interrupted', fr: 'interrompue' },
}
