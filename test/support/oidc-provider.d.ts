/** The parts of the package that are used: it brings no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    on(event: string, listener: (...args: unknown[]) => void): void
  }
}
