import type { Actor, Bulk, BulkInput, Caller } from '../../calendar/index.ts'

/** Changes of many records, which go on after the response; throws where the actor may not. */
export type BulkChanges = {
  /** Resolves once the first piece is done. */
  begin(caller: Caller, input: BulkInput): Promise<Bulk>
  read(actor: Actor, id: number): Promise<Bulk>
  undo(caller: Caller, id: number): Promise<Bulk>
  /** Continues those that were interrupted; in the leader. */
  look(): Promise<void>
  /** Ends the work in progress: another process continues it, or this one after its next start. */
  stop(): Promise<void>
}
