import { type SettingKind, text } from './setting-types.ts'

/** A bucket and what names in it begin with, or nothing. */
export const bucketText = (): SettingKind<string> =>
  text(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/(?!\.+(\/|$))[\w.-]+)*$/,
    {
      en: 'a bucket such as s3://bucket/prefix',
      fr: 'un compartiment tel que s3://compartiment/prefixe',
    },
    { canBeEmpty: true, tidy: written => written.replace(/\/+$/, '') },
  )

/** A key of 32 bytes, as hexadecimal digits or in base64; stored in base64. */
export function keyText(): SettingKind<string> {
  return {
    expects: {
      en: '32 bytes in base64 or as 64 hexadecimal digits, such as those of `openssl rand -base64 32`',
      fr: '32 octets en base64 ou 64 chiffres hexadécimaux, tels que ceux de `openssl rand -base64 32`',
    },
    canBeEmpty: true,
    parse(written) {
      const key = written.trim()
      if (key === '') return ''
      if (/^[0-9a-f]{64}$/i.test(key)) return Buffer.from(key, 'hex').toString('base64')
      return /^[\w+/-]{43}=?$/.test(key) ? Buffer.from(key, 'base64').toString('base64') : undefined
    },
  }
}
