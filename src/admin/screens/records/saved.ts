/** The choices of a user for a table, stored in the browser. */
export type Saved = { columns?: string[]; perPage?: number }

const keyOf = (user: number, resource: string) => `almanac.table.${user}.${resource}`

type Store = Pick<Storage, 'getItem' | 'setItem'>

export function savedFor(user: number, resource: string, store: Store = localStorage): Saved {
  try {
    const { columns, perPage } = JSON.parse(store.getItem(keyOf(user, resource)) ?? '{}')
    return {
      ...(Array.isArray(columns) && { columns: columns.map(String) }),
      ...(Number.isInteger(perPage) && perPage > 0 && { perPage }),
    }
  } catch {
    return {}
  }
}

export function save(user: number, resource: string, saved: Saved, store: Store = localStorage) {
  try {
    store.setItem(keyOf(user, resource), JSON.stringify(saved))
  } catch {
    // no place, or not allowed: it holds until the page is left
  }
}
