import { Secret, TOTP } from 'otpauth'

/** The six digits that an authenticator app shows; `later`: so many periods of 30 seconds from now. */
export function digits(secret: string, later = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  return app.generate({ timestamp: Date.now() + later * 30_000 })
}
