/** Coordination between the processes of one machine that share a database file. */
export type Coordination = {
  /** One process writes at a time, first come, first served. Resolves when it is this one's turn; undefined: it already is. */
  takeTurn(): Promise<void> | undefined
  /** The group is committed: another may write. */
  endTurn(): void
  /** True in the process that runs background work. */
  readonly isLeader: boolean
  /** Called when this process becomes the leader. */
  becameLeader(listener: () => void): void
  broadcast: Broadcast
}

/** Best-effort messages to all other processes that serve the calendar; they are not queued. */
export type Broadcast = {
  send(text: string): void
  listen(listener: (text: string) => void): void
}
