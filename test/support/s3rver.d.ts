/** The parts of the package that are used: it brings no types. */
declare module '@20minutes/s3rver' {
  class S3rver {
    constructor(options: {
      directory: string
      port?: number
      address?: string
      silent?: boolean
      configureBuckets?: { name: string }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  const account: { DUMMY_ACCOUNT: { createKeyPair(key: string, secret: string): void } }
  export = account
}
