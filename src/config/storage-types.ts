import type { SettingKind } from './setting-types.ts'

/** A place in an S3-compatible store. `endpoint`: empty at Amazon; `{bucket}` in its host stands for the name of the bucket. */
type BucketPlace = {
  bucket: string
  path: string
  endpoint: string
  region: string
  key: string
  secret: string
}

const urlForm =
  /^s3:\/\/(?:([^:@/?\s]+):([^@?\s]+)@)?([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/(?!\.+(?:[/?]|$))[\w.-]+)*)\/?(?:\?(\S*))?$/
const endpointForm = /^https?:\/\/[\w.:[\]-]+(\/[\w./~-]*)?$/i

/** Reads `s3://KEY:SECRET@bucket/prefix?endpoint=…&region=…`; undefined: it is no such URL. A secret may have `/` and `+` as they are. */
export function bucketIn(url: string): BucketPlace | undefined {
  const [, key = '', secret = '', bucket, path = '', query = ''] = urlForm.exec(url) ?? []
  const {
    endpoint = '',
    region = 'us-east-1',
    ...others
  } = Object.fromEntries(new URLSearchParams(query))
  const plain = endpoint.replace('{bucket}', 'bucket')
  const isEndpoint = endpoint === '' || (endpointForm.test(plain) && URL.canParse(plain))
  const isFine = isEndpoint && /^[a-z0-9-]{2,40}$/.test(region) && Object.keys(others).length === 0
  const [plainKey, plainSecret] = [decoded(key), decoded(secret)]
  if (!isFine || bucket === undefined || plainKey === undefined || plainSecret === undefined)
    return undefined
  return {
    bucket,
    path: path.slice(1),
    endpoint: endpoint.replace(/\/+$/, ''),
    region,
    key: plainKey,
    secret: plainSecret,
  }
}

function decoded(written: string): string | undefined {
  try {
    return decodeURIComponent(written)
  } catch {
    return undefined
  }
}

/** The bucket as messages name it: without its key. */
export const bucketName = (url: string): string =>
  url.replace(/^s3:\/\/[^@?]*@/, 's3://').replace(/\/?(\?.*)?$/, '')

/** A bucket with the key, endpoint and region of another, where it has no key of its own. */
export function bucketLike(url: string, other: string): string {
  const [, key] = /^(s3:\/\/[^@?]*@)/.exec(other) ?? []
  if (!key || bucketIn(url)?.key) return url
  const [, query = ''] = /(\?.*)$/.exec(other) ?? []
  return `${url.replace('s3://', () => key)}${url.includes('?') ? '' : query}`
}

/** A bucket with what the variables of Amazon’s programs say, where it says nothing. */
export function withAmazon(url: string, env: Readonly<Record<string, string | undefined>>): string {
  const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: region } = env
  const place = bucketIn(url)
  if (!place) return url
  const user = `${encodeURIComponent(key ?? '')}:${encodeURIComponent(secret ?? '')}`
  const keyed = !place.key && key && secret ? url.replace('s3://', () => `s3://${user}@`) : url
  const query = new URLSearchParams(/\?(.*)$/.exec(url)?.[1])
  if (!region || query.has('region')) return keyed
  return `${keyed}${keyed.includes('?') ? '&' : '?'}region=${encodeURIComponent(region)}`
}

/** A bucket with its access key, or nothing. */
export const bucketUrl = (): SettingKind<string> => ({
  expects: {
    en: 'a URL such as s3://KEY:SECRET@bucket/prefix?endpoint=https://s3.example.org&region=eu-west-3',
    fr: 'une URL telle que s3://CLE:SECRET@compartiment/prefixe?endpoint=https://s3.exemple.fr&region=eu-west-3',
  },
  canBeEmpty: true,
  parse(written) {
    const url = written.trim()
    return url === '' || bucketIn(url) ? url : undefined
  },
})

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
