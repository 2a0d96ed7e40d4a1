/** What the processes of one machine that share a database file arrange among each other, since the file itself tells them nothing. */
export type Siblings = {
  /** One of them writes at a time, in the order in which they asked. Resolves when it is this one's turn; undefined: it is. */
  takeTurn(): Promise<void> | undefined
  /** The group is committed: another may write. */
  endTurn(): void
  /** Is this the one that does what one process does? */
  readonly isFirst: boolean
  /** Called when it becomes that one. */
  becameFirst(listener: () => void): void
  whispers: Whispers
}

/** Short words to all other processes that serve the calendar, for which nobody waits. Who does not hear misses them. */
export type Whispers = {
  tell(text: string): void
  hear(listener: (text: string) => void): void
}
