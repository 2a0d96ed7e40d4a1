import type { Client, Condition, Page, Query, Sending } from '../../sdk/client.ts'

/** A record of any resource: what was asked for of it, by name. */
export type Row = { id: number; [field: string]: unknown }

/** What can be done with the records of any resource. */
export type Records = {
  list(
    query: Query & { _fields?: readonly string[] | undefined },
    sending?: Sending,
  ): Promise<Page<Row>>
  all(
    query: Query & { _fields?: readonly string[] | undefined },
    sending?: Sending,
  ): AsyncGenerator<Row, void>
  read(id: number, query?: Query, sending?: Sending): Promise<Row>
  create(draft: object, sending?: Sending): Promise<Row>
  change(id: number, patch: object, writing?: Condition & Sending): Promise<Row>
  remove(id: number, removing?: { force?: boolean } & Condition & Sending): Promise<Row>
}

/**
 * The records of a resource by its path, for screens that are made of the definitions. The client has each path of them with these
 * functions; only its types, which know each resource, are left aside.
 */
export const recordsOf = (api: Client, path: string): Records =>
  (api as unknown as Record<string, Records>)[path] as Records
