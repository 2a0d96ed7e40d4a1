/** Whether messages are sent; disabled: the receiver has refused them for good, or failed for days. */
export const webhookStates = ['active', 'paused', 'disabled'] as const
export type WebhookState = (typeof webhookStates)[number]

/** The records whose changes a webhook sends: those that anyone may read, or those that its owner may read. */
export const webhookScopes = ['public', 'own'] as const
export type WebhookScope = (typeof webhookScopes)[number]

/** Why a message did not arrive, besides the status of its receiver. */
export const deliveryErrors = ['address', 'network', 'time', 'refused', 'owner'] as const
export type DeliveryError = (typeof deliveryErrors)[number]
