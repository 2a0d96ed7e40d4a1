import { domainToUnicode } from 'node:url'
import type { Configuration, ServerMetadata } from 'openid-client'
import { Problem } from '../problem/index.ts'
import { guardedRequests, PrivateAddress } from './fetch/guarded-fetch.ts'
import { sealingFor } from './sealing.ts'

/** Loaded at its first use: most services have no provider. */
const library = () => import('openid-client')

type ProviderSettings = {
  oidcIssuer: string
  oidcClientId: string
  oidcClientSecret: string
  oidcLabel: string
}

/** Servers that may be called although they are not public; undefined: all, for the provider was set where the service is started. */
type Allowed = readonly string[] | undefined

/** The values that a sign-in is checked by when the user comes back. */
type Checks = { state: string; nonce: string; verifier: string }

/** Seconds to wait for a response of the provider. */
const timeout = 8
/** Milliseconds for which what it says of itself is used, and after which a failure is tried again. */
const goodFor = 3_600_000
const failedFor = 2000
/** Maximum number of concurrent requests to the provider. */
const maxAtOnce = 20
const seconds = 5

const text = (value: unknown, max: number) =>
  typeof value === 'string' && value.length <= max ? value : ''

/** An e-mail address whose domain came in its ASCII form, as people read it: accounts are found by that. */
function asRead(email: string): string {
  const at = email.lastIndexOf('@') + 1
  return /\bxn--/i.test(email.slice(at))
    ? email.slice(0, at) + domainToUnicode(email.slice(at))
    : email
}

/** The state of a sign-in in the browser is sealed under the key of the data folder, so that another process can continue it. */
export const providerFlows = (folderKey: Buffer) =>
  sealingFor(folderKey, 'almanac provider sign-in')

/** The configuration that the provider publishes, and the client authentication of this service. */
async function discover(
  { oidcIssuer, oidcClientId, oidcClientSecret }: ProviderSettings,
  allow: Allowed,
): Promise<Configuration> {
  const oidc = await library()
  const requests = allow && { [oidc.customFetch]: guardedRequests(allow) }
  const isPlain = oidcIssuer.startsWith('http:')
  const discovered = await oidc.discovery(
    new URL(oidcIssuer),
    oidcClientId,
    undefined,
    oidc.None(),
    {
      ...requests,
      timeout,
      execute: isPlain ? [oidc.allowInsecureRequests] : [],
    },
  )
  const server = discovered.serverMetadata()
  const authentication = await authenticationAt(server, oidcClientSecret)
  const config = new oidc.Configuration(server, oidcClientId, {}, authentication)
  config.timeout = timeout
  Object.assign(config, requests)
  if (isPlain) oidc.allowInsecureRequests(config)
  oidc.enableNonRepudiationChecks(config)
  return config
}

/** As the provider says that it takes the secret; by default in a header. */
async function authenticationAt(server: ServerMetadata, secret: string) {
  const { ClientSecretBasic, ClientSecretPost, None } = await library()
  if (!secret) return None()
  const ways = server.token_endpoint_auth_methods_supported
  const takesHeader = !ways || ways.includes('client_secret_basic')
  return takesHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}

/** The configuration, fetched when it is needed. If a provider does not respond, a pause spares it a crowd of retries. */
function configurations(
  settings: ProviderSettings,
  allow: Allowed,
  failed: (error: unknown) => void,
) {
  let configuration: Promise<Configuration> | undefined
  let until = 0
  return async (): Promise<Configuration> => {
    if (!configuration || performance.now() > until) {
      until = performance.now() + goodFor
      configuration = discover(settings, allow)
      configuration.catch(error => {
        failed(error)
        until = performance.now() + failedFor
      })
    }
    try {
      return await configuration
    } catch {
      throw new Problem('provider_unreachable', { retryAfter: seconds })
    }
  }
}

/** The person who returned to a URL: from the ID token, otherwise from the provider’s user-info endpoint. */
async function identityAt(config: Configuration, url: URL, { state, nonce, verifier }: Checks) {
  const { authorizationCodeGrant, fetchUserInfo } = await library()
  const tokens = await authorizationCodeGrant(config, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
  })
  const claims = tokens.claims()
  if (!claims) throw new Problem('provider_refused')
  const lacksEmail = claims.email === undefined && config.serverMetadata().userinfo_endpoint
  const more = lacksEmail ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {}
  const all: Record<string, unknown> = { ...more, ...claims }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: asRead(text(all.email, 254)),
    isVerified: all.email_verified === true || all.email_verified === 'true',
    username: text(all.preferred_username, 100),
    name: text(all.name, 200),
  }
}

/**
 * Identifies a user by an OpenID Connect provider. The provider is the one of the settings, never one that a request names. Nothing is
 * sent to it before a user signs in, so that the service starts, and passwords work, without it.
 */
export function openProvider(
  settings: ProviderSettings,
  allow: Allowed,
  failed: (error: unknown) => void,
) {
  const configuration = configurations(settings, allow, failed)
  let asking = 0
  return {
    /** The name of the provider for people. */
    name: settings.oidcLabel || new URL(settings.oidcIssuer).host,

    /** Asks the provider again each time. */
    check: () =>
      discover(settings, allow).then(
        () => undefined,
        error => {
          failed(error)
          return error instanceof PrivateAddress ? 'fetchAllow' : 'provider_unreachable'
        },
      ),

    /** The sign-in page of the provider, which leads back to `redirect`. */
    async begin(redirect: string): Promise<Checks & { url: string }> {
      const config = await configuration()
      const oidc = await library()
      const verifier = oidc.randomPKCECodeVerifier()
      const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { ...checks, url: url.href }
    },

    /** The person who returned, with the URL they returned to. */
    async identify(url: URL, checks: Checks) {
      if (asking >= maxAtOnce)
        throw new Problem('service_too_busy', { retryAfter: seconds, params: { seconds } })
      asking++
      try {
        return await identityAt(await configuration(), url, checks)
      } catch (error) {
        if (error instanceof Problem) throw error
        failed(error)
        throw new Problem(isSilence(error) ? 'provider_unreachable' : 'provider_refused')
      } finally {
        asking--
      }
    },
  }
}

/** True if the provider did not respond, as opposed to a refusal. */
function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return code === undefined || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
}
