/** The names of a table that is written out: a value with more keys than its type says would have to be made on purpose. */
export const namesIn = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

/** The entries of an object, with its names typed. */
export const entriesOf = <T extends object>(table: T) =>
  Object.entries(table) as [keyof T & string, T[keyof T & string]][]

/** A table with a row for each of these names. */
export const tableOf = <N extends string, T>(
  names: readonly N[],
  rowOf: (name: N, at: number) => T,
) => Object.fromEntries(names.map((name, at) => [name, rowOf(name, at)])) as Record<N, T>

/** True for one of these names. Names from elsewhere may be those of any object: `constructor`. */
export const isNameIn = <T extends object>(table: T, name: string): name is keyof T & string =>
  Object.hasOwn(table, name)

/** An object of JSON, neither null nor a list. */
export const isObject = (of: unknown): of is Record<string, unknown> =>
  typeof of === 'object' && of !== null && !Array.isArray(of)

/** A value that must exist at this point: if it is missing, the program is wrong, and fails here. */
export function existing<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A value is missing that must exist.')
  return value
}

/** The code of an error from the system, the database or the program; empty if it has none. */
export const codeOf = (error: unknown): string =>
  isObject(error) && typeof error.code === 'string' ? error.code : ''

/** Makes a value at first use. */
export function once<T>(make: () => T): () => T {
  let first: { value: T } | undefined
  return () => {
    first ??= { value: make() }
    return first.value
  }
}

/** Makes a value from an object at first use; it goes with the object. */
export function derived<K extends object, V, More extends unknown[] = []>(
  make: (of: K, ...more: More) => V,
): (of: K, ...more: More) => V {
  const values = new WeakMap<K, { value: V }>()
  return (of, ...more) => {
    const existing = values.get(of)
    if (existing) return existing.value
    const value = make(of, ...more)
    values.set(of, { value })
    return value
  }
}
