import type { Actor, Delivery, Webhook } from '../../calendar/index.ts'

type Chosen = Pick<Webhook, 'url' | 'kinds' | 'scope' | 'language' | 'records' | 'terms'>

/** Webhooks, for administrators; throws where the actor is none. */
export type Webhooks = {
  as(actor: Actor): {
    list(): Promise<Webhook[]>
    /** `secret`: its key, which is shown once. It gets changes from now on. */
    create(of: Chosen): Promise<{ webhook: Webhook; secret: string }>
    change(id: number, state: 'active' | 'paused'): Promise<Webhook>
    rotate(id: number): Promise<{ webhook: Webhook; secret: string }>
    remove(id: number): Promise<Webhook>
    /** Sends a message that is about nothing. */
    test(id: number): Promise<Delivery>
    /** Sends a message of the last ones again, with its ID. */
    sendAgain(id: number, message: string): Promise<Delivery>
  }
  /** Follows the change log from now on: a process that serves. */
  begin(): void
  /** Sends what is due; in the leader. */
  look(): Promise<void>
  /** Ends the work in progress: another process goes on, or this one after its next start. */
  stop(): Promise<void>
}
