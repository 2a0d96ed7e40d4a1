import type { backupsOperations } from '../../operations/admin-api/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'

const backupsOf = ({ service, actor }: AdminCall) => service.backups.as(actor)

async function statusOf(call: AdminCall) {
  const { last, failure, verified, problem, ...status } = await backupsOf(call).status()
  return {
    body: {
      ...status,
      last: timestamp(last),
      failure: failure ?? null,
      verified: verified
        ? { ...verified, at: timestamp(verified.at), problem: verified.problem ?? null }
        : null,
      problem: problem ?? null,
    },
  }
}

export const backupsHandlers: Handlers<typeof backupsOperations> = {
  'GET /backups': call => statusOf(call),

  async 'POST /backups'(call) {
    await backupsOf(call).begin()
    return statusOf(call)
  },

  async 'POST /backups/verify'(call) {
    await backupsOf(call).verify(call.values.name)
    return statusOf(call)
  },

  async 'POST /downloads'(call) {
    const { what, filter, name } = call.values
    const { path, file } = await backupsOf(call).download({
      what,
      filter: filter || undefined,
      name: name || undefined,
    })
    return { body: { url: `${call.base.publicUrl}/admin/downloads/${path}`, file } }
  },

  async 'GET /doctor'(call) {
    const findings = await backupsOf(call).examine(call.language)
    const healthy = findings.every(({ level }) => level !== 'error')
    return {
      body: { healthy, findings: findings.map(one => ({ ...one, advice: one.advice ?? null })) },
    }
  },
}
