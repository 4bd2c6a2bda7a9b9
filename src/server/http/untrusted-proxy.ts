// Warns of a proxy that TRUSTED_PROXIES doesn't name: all members behind it share one address and its limits.
import { isInRanges } from './client-address.ts'
import type { Platform } from '../context.ts'
import { networkForLog } from '../log.ts'
import { createThrottle } from '../async/throttle.ts'

const warnEveryMs = 3_600_000

/** Returns the check for each request; warns at most once an hour, with the number of occurrences. */
export function createProxyWarning({
  config,
  log,
}: Pick<Platform, 'config' | 'log'>): (
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
) => void {
  const throttle = createThrottle(warnEveryMs)
  return (socketAddress = '', forwardedFor) => {
    if (forwardedFor === undefined || isInRanges(socketAddress, config.trustedProxies)) return
    const times = throttle('untrusted-proxy')
    if (times === null) return
    log.warn(
      { event: 'untrusted-proxy', network: networkForLog(socketAddress), times },
      'Ignored X-Forwarded-For from an address outside TRUSTED_PROXIES. If that is your proxy, add it there; ' +
        'otherwise all members share its address and limits.',
    )
  }
}
