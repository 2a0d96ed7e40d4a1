import type { Reader } from '../store/store.ts'

/** What users are called, by ID: the name that they show, and nothing else of an account. Who has none is left out. */
export async function namesOf(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const users = await reader.getMany(
    'user',
    [...new Set(ids)].filter(id => id > 0),
  )
  return new Map(
    users.flatMap(({ id, facts }) => (facts.name ? [[id, String(facts.name)] as const] : [])),
  )
}
