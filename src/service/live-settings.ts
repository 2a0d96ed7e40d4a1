import { AccountProblem, type Actor, mayAdminister } from '../calendar/index.ts'
import {
  byLabels,
  describeSettings,
  type Live,
  type LiveChange,
  type SettingValues,
} from '../config/index.ts'
import { appendSettings } from '../journal/index.ts'
import { Problem, withErrors } from '../problem/index.ts'
import type { Store } from '../store/index.ts'
import { type CheckedFiles, storeFiles, takeFiles } from './site-files.ts'

type LiveContext = { live: Live; store: Store; now(): number }
type Checked = ReturnType<Live['check']> & Partial<Pick<CheckedFiles, 'files'>>

/** The settings for administrators, who alone may see and change them. */
export function settingsFor(desk: LiveContext, actor: Actor) {
  const { live, store } = desk
  const assertAllowed = () => {
    if (!mayAdminister(actor)) throw new AccountProblem('forbidden')
  }
  return {
    check: assertAllowed,
    async read() {
      assertAllowed()
      return describeSettings(live, store)
    },
    /** `versions`: those of the settings that the change may be based on. The change is in effect when the promise resolves. */
    async change(sent: SettingValues, versions?: readonly string[]) {
      assertAllowed()
      const taken = await takeFiles(sent)
      const { values, fieldErrors } = live.check(taken.sent)
      const checked = { values, fieldErrors: { ...fieldErrors, ...taken.fieldErrors } }
      const done = await storeSettings(desk, actor.id, { ...checked, files: taken.files }, versions)
      if ('isStale' in done) throw new Problem('rest_precondition_failed', { sentence: stale })
      if ('fieldErrors' in done) throw withErrors(byLabels(done.fieldErrors))
    },
  }
}

const stale = {
  en: 'Another user has changed the settings since you read them. Read them again, and send your change with their new ETag.',
  fr: 'Les réglages ont été modifiés depuis votre lecture. Relisez-les, puis renvoyez votre modification avec leur nouvel ETag.',
}

/** Stores settings and appends to the journal. */
export const storeSettings = (
  { live, store, now }: LiveContext,
  actor: number,
  checked: Checked,
  versions?: readonly string[],
): Promise<LiveChange> =>
  store.write(async tx => {
    const done = await live.store(tx, checked, versions)
    if ('changed' in done && done.changed.length > 0) {
      await storeFiles(tx, done.changed, checked.files ?? {})
      await appendSettings(tx, { instant: now(), actor }, done.changed)
    }
    return done
  })
