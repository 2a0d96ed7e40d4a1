import type { FieldError } from '../../define/field-type.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { mayWriteForOthers } from '../access/access.ts'
import { recordOfSource } from '../read/of-source.ts'
import type { AnyDraft, Write, WrittenName } from './write-types.ts'

const names = ['source', 'source_id'] as const

const taken: FieldError = {
  sentence: {
    en: '{name} is that of another record of this source. Expected one of its own.',
    fr: '{name} est celui d’une autre fiche de cette source. Attendu : un ID qui lui est propre.',
  },
}

const forEditors = {
  en: 'Sorry, you are not allowed to do that: source and source_id are for editors.',
  fr: 'Désolé, vous n’avez pas le droit de faire cela : source et source_id sont réservés aux éditeurs.',
}

/** Refuses a source that its writer may not set, or that of another record (S1). A source sent back unchanged is no change. */
export async function refuseSource(
  { tx, caller: { actor } }: Write,
  kind: WrittenName,
  draft: AnyDraft,
  stored: StoredRecord | undefined,
) {
  if (draft.source === undefined && draft.source_id === undefined) return
  const before: Row = stored?.facts ?? {}
  const after = names.map(name => (draft[name] === undefined ? before[name] : draft[name]) ?? null)
  if (after.every((value, at) => value === (before[names[at] ?? ''] ?? null))) return
  if (!mayWriteForOthers(actor)) throw new Problem('rest_forbidden', { sentence: forEditors })
  const [source, source_id] = after
  if (source == null || source_id == null) return
  const key = { source: String(source), source_id: String(source_id) }
  const other = await recordOfSource(tx, kind, key)
  if (other && other.id !== stored?.id) throw fieldProblem('source_id', taken)
}
