/** A database that this version cannot use. Its codes have a sentence each in the command line. */
export class DatabaseError extends Error {
  readonly code: string
  readonly params: Record<string, string | number>
  constructor(code: string, params: Record<string, string | number> = {}) {
    super(`${code} ${Object.values(params).join(' ')}`)
    this.code = code
    this.params = params
  }
}
