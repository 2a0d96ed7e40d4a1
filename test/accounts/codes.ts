import { Secret, TOTP } from 'otpauth'

/** The six digits that an authenticator app shows by this clock, in seconds; `later`: so many periods of 30 seconds from then. */
export function digits(secret: string, { now }: { now(): number }, later = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  return app.generate({ timestamp: 1000 * (now() + later * 30) })
}
