/** The words of `webhooks`: each is an operation, whose values, checks and sentences it has. */
export const webhookWords = {
  list: 'GET /webhooks',
  add: 'POST /webhooks',
  change: 'PATCH /webhooks/:id',
  remove: 'DELETE /webhooks/:id',
  rotate: 'POST /webhooks/:id/secret',
  test: 'POST /webhooks/:id/test',
  resend: 'POST /webhooks/:id/deliveries',
} as const
