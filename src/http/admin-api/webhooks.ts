import { type Delivery, termsOf, type Webhook } from '../../calendar/index.ts'
import type { webhooksOperations } from '../../operations/admin-api/index.ts'
import { fieldProblem } from '../../problem/index.ts'
import { changeKinds } from '../../resources/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'

const deliveryBody = ({ message, type, record, at, milliseconds, status, error }: Delivery) => ({
  message,
  type,
  record: record || null,
  sent: timestamp(at),
  milliseconds,
  status: status || null,
  error,
})

const bodyOf = (of: Webhook) => ({
  id: of.id,
  url: of.url,
  state: of.state,
  kinds: [...of.kinds],
  scope: of.scope,
  language: of.language,
  records: of.records,
  categories: [...of.terms.category],
  tags: [...of.terms.tag],
  owner: of.user,
  failures: of.failures,
  failing_since: timestamp(of.failing),
  next: timestamp(of.next || null),
  error: of.error,
  deliveries: of.deliveries.map(deliveryBody),
})

const webhooksOf = ({ service, actor }: AdminCall) => service.webhooks.as(actor)
const answer = (of: Webhook) => ({ body: bodyOf(of), record: `webhook/${of.id}` })

const notAUrl = {
  sentence: {
    en: '{name} must be a URL that begins with https:// or http://.',
    fr: '{name} doit être une URL qui commence par https:// ou http://.',
  },
}

function targetOf(url: string): string {
  const target = URL.parse(url)
  const isPlain = target && /^https?:$/.test(target.protocol) && !target.username
  if (!isPlain || target.password) throw fieldProblem('url', notAUrl)
  return target.href
}

export const webhooksHandlers: Handlers<typeof webhooksOperations> = {
  async 'GET /webhooks'(call) {
    return { body: { webhooks: (await webhooksOf(call).list()).map(bodyOf) } }
  },

  async 'POST /webhooks'(call) {
    const { url, kinds, scope, language = call.service.site.language, records } = call.values
    const terms = termsOf(call.values)
    const own = webhooksOf(call)
    const target = targetOf(url)
    const chosen = { url: target, kinds: kinds ?? changeKinds, scope, language, records, terms }
    const { webhook, secret } = await own.create(chosen)
    return { body: { webhook: bodyOf(webhook), secret }, record: `webhook/${webhook.id}` }
  },

  async 'PATCH /webhooks/:id'(call) {
    return answer(await webhooksOf(call).change(call.id, call.values.state))
  },

  async 'DELETE /webhooks/:id'(call) {
    return answer(await webhooksOf(call).remove(call.id))
  },

  async 'POST /webhooks/:id/secret'(call) {
    const { webhook, secret } = await webhooksOf(call).rotate(call.id)
    return { body: { webhook: bodyOf(webhook), secret }, record: `webhook/${webhook.id}` }
  },

  async 'POST /webhooks/:id/test'(call) {
    return { body: deliveryBody(await webhooksOf(call).test(call.id)) }
  },

  async 'POST /webhooks/:id/deliveries'(call) {
    return { body: deliveryBody(await webhooksOf(call).sendAgain(call.id, call.values.message)) }
  },
}
