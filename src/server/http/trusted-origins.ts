// Trusted origins: PUBLIC_URL's, and without it, outside production, any of this server's own addresses.
import { isIPv4, isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { t } from '#shared/i18n/t.ts'
import { isPrivateHostname } from '#shared/private-hostname.ts'
import { appError, type AppError } from '../app-error.ts'
import { createThrottle } from '../async/throttle.ts'
import type { Config } from '../config/config.ts'

/** The settings that decide which origins are trusted. */
export type OriginRules = Pick<Config, 'allowedOrigins' | 'trustsOwnHost'>

const originMaxChars = 120
const machineName = hostname().toLowerCase()
const machineNames = new Set(['localhost', machineName, `${machineName}.local`])

/** Whether the Origin, given the Host header, is a page of this app. */
export function isTrustedOrigin(
  origin: string,
  host: string | undefined,
  { allowedOrigins, trustsOwnHost }: OriginRules,
): boolean {
  if (allowedOrigins.includes(origin)) return true
  return trustsOwnHost && host !== undefined && origin === `http://${host}` && isOwnHost(host)
}

/**
 * Whether a Host header names this machine in a way that no foreign DNS record can: an IP address, or a local name.
 * The owner of any other name could rebind it to this server.
 */
export function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d{1,5}$/, '')
  if (name.startsWith('[') && name.endsWith(']')) return isIPv6(name.slice(1, -1))
  return isIPv4(name) || machineNames.has(name)
}

/** An origin that is safe for screens and logs; null if it is no web address. */
export function displayOrigin(origin: string | undefined): string | null {
  if (origin === undefined || origin.length > originMaxChars || !URL.canParse(origin)) return null
  const url = new URL(origin)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : null
}

/** The error for an untrusted origin. It names both addresses, as the operator may have opened the wrong one. */
export function badOriginError(
  origin: string | undefined,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): AppError {
  const shown = displayOrigin(origin)
  const logFields = { origin: shown, expected: publicUrl }
  if (shown === null) return appError('bad_origin', { logFields })
  return appError('bad_origin', {
    message: t('Please open this page at {expected} instead of {shown}.', { expected: publicUrl, shown }),
    parameters: { expected: publicUrl, shown },
    logFields,
  })
}

interface PageRequest {
  host: string | undefined
  /** The header X-Forwarded-Host, which two proxies in a row make a list. */
  forwardedHost: string | undefined
  /** Path and query as requested. */
  url: string
}

/**
 * In production, the redirect target of a page requested under a host that PUBLIC_URL doesn't name; null if none.
 * Local network names aren't redirected: a proxy that puts its internal name for this server into Host would cause
 * a redirect loop.
 */
export function canonicalUrl(
  { host, forwardedHost = '', url }: PageRequest,
  { production, publicUrl, allowedOrigins }: Pick<Config, 'production' | 'publicUrl' | 'allowedOrigins'>,
): string | null {
  if (!production || host === undefined) return null
  const ours = new Set(allowedOrigins.map((origin) => new URL(origin).hostname))
  const requestedHosts = [host, ...forwardedHost.split(',')].map(hostNameOf)
  if (requestedHosts.some((name) => ours.has(name)) || isInternalHost(hostNameOf(host))) return null
  return publicUrl + (url.startsWith('/') ? url : '/')
}

/** Enough for a redirect to come back. */
const loopMs = 5_000

/**
 * Returns {@link canonicalUrl} with protection against loops: a proxy may hide the requested host behind a public
 * name of its own. A client that comes back at once from the same redirect is served instead; a warning says why.
 */
export function createCanonicalRedirect(
  config: Parameters<typeof canonicalUrl>[1],
  now?: () => number,
): (request: FastifyRequest) => string | null {
  const redirects = createThrottle(loopMs, now)
  const warnings = createThrottle(loopWarningEveryMs, now)
  return ({ headers: { host, 'x-forwarded-host': forwarded }, url, address, log }) => {
    const forwardedHost = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
    const target = canonicalUrl({ host, forwardedHost, url }, config)
    if (target === null || redirects(`${address} ${host} ${url}`) !== null) return target
    const times = warnings('loop')
    if (times !== null)
      log.warn(
        {
          event: 'redirect-loop',
          host: host?.slice(0, loggedHostMaxChars),
          expected: config.publicUrl,
          times,
        },
        'A redirect to PUBLIC_URL came back with the same Host. The proxy must pass the requested Host on, or send it as X-Forwarded-Host.',
      )
    return null
  }
}

const loopWarningEveryMs = 3_600_000
const loggedHostMaxChars = 100

function hostNameOf(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
}

function isInternalHost(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(address)
    ? ipaddr.process(address).range() !== 'unicast'
    : !name.includes('.') || isPrivateHostname(name)
}
