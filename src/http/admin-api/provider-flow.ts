import type { Identity } from '../../calendar/people/sign-in/by-provider.ts'
import { isObject } from '../../define/objects.ts'
import type { Language } from '../../define/text/language.ts'
import type { ProblemCode } from '../../problem/problem.ts'
import { cookieIn, hostCookie } from '../api/sender.ts'
import type { Request } from '../server/request.ts'
import type { Provider, ProviderChecks, Service } from '../service.ts'

/** A sign-in by the provider on its way. The browser that began it keeps it, sealed; nothing of it is stored here. */
export type Flow = { until: number } & (
  | ({ at: 'provider'; redirect: string; language: Language; screen: string } & ProviderChecks)
  | { at: 'end'; id: string; identity: Identity }
  | { at: 'end'; problem: ProblemCode; params: Record<string, number> }
)

export type FlowAt<A extends Flow['at']> = Extract<Flow, { at: A }>

const name = '__Host-almanac-provider'

/** Seconds to sign in at the provider, and then to enter a code here. */
export const spans = { provider: 600, end: 300 } as const

/** The cookie of a flow. */
export function flowCookie({ seal }: Provider, flow: Flow): string {
  return hostCookie(name, seal(JSON.stringify(flow)), spans[flow.at])
}

/** The flow that the browser keeps, while it lasts. Only a process of ours can have sealed it, so it is as it was written. */
export function flowIn({ now }: Service, { open }: Provider, request: Request): Flow | undefined {
  const sealed = cookieIn(request, name)
  const text = sealed && open(sealed)
  if (!text) return undefined
  const flow: unknown = JSON.parse(text)
  return isFlow(flow) && flow.until > now() ? flow : undefined
}

const isFlow = (value: unknown): value is Flow =>
  isObject(value) && typeof value.until === 'number' && typeof value.at === 'string'
