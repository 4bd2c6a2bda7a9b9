// Rules of web push: the known push services, and what the community is called there.
import { isPrivateHostname } from '#shared/private-hostname.ts'
import { parseUrl } from '#shared/url.ts'
import type { PushObstacle } from './contract.ts'

/** Of Google (Chrome and most others), Mozilla, Apple and Microsoft. Browsers let no one choose another. */
const pushServiceHost =
  /^(?:(?:fcm|android)\.googleapis\.com|(?:[a-z0-9-]+\.)+(?:push\.services\.mozilla|push\.apple|notify\.windows)\.com)$/

/**
 * The address of a subscription in its normal form, without a fragment: that names no other device. Null unless it is https at a known push service (REM-10).
 * `testService` is the origin of a fake, null outside of tests.
 */
export function pushEndpoint(address: string, testService: string | null): string | null {
  const url = parseUrl(address)
  if (url === null || url.username !== '' || url.password !== '') return null
  const [endpoint = ''] = url.href.split('#', 1)
  if (testService !== null && endpoint.startsWith(`${testService}/`)) return endpoint
  const isKnown = url.protocol === 'https:' && url.port === '' && pushServiceHost.test(url.hostname)
  return isKnown ? endpoint : null
}

/** Services refuse subjects without a public host; Apple's does so with 403 BadJwtToken. */
function isPublicHost(host: string): boolean {
  return /\.[a-z][a-z0-9-]*$/.test(host) && !isPrivateHostname(host)
}

/** How push services reach the operator (RFC 8292), or why push isn't offered. */
export function vapidSubject(
  publicUrl: string,
  mailAddress: string,
): { subject: string; obstacle: null } | { subject: null; obstacle: PushObstacle } {
  const url = parseUrl(publicUrl)
  const host = url?.hostname ?? ''
  const isHttps = url?.protocol === 'https:'
  // Browsers subscribe without https at the machine's own address only.
  if (!isHttps && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host))
    return { subject: null, obstacle: 'https' }
  if (isPublicHost(mailAddress.slice(mailAddress.lastIndexOf('@') + 1).toLowerCase()))
    return { subject: `mailto:${mailAddress}`, obstacle: null }
  if (isHttps && isPublicHost(host)) return { subject: publicUrl, obstacle: null }
  return { subject: null, obstacle: 'host' }
}
