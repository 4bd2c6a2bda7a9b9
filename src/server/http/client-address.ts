// Client addresses: finds a request's origin behind trusted proxies.
import { addressInfoOf } from '../addresses/address-info.ts'
import { isInRanges, type AddressRange } from '../addresses/address-ranges.ts'

/**
 * The first untrusted address, walking X-Forwarded-For from the right. A forged entry on the left is never reached;
 * an unreadable one of a trusted proxy ends the walk, and is reported.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly AddressRange[],
  onUnreadable: () => void = () => undefined,
): string {
  let current = addressInfoOf(socketAddress ?? '')?.text ?? ''
  if (!isInRanges(current, trustedProxies)) return current
  const hops = (forwardedFor ?? '').split(',').map(addressOfHop)
  while (isInRanges(current, trustedProxies)) {
    const next = hops.pop() ?? ''
    const info = addressInfoOf(next)
    if (!info) {
      if (next !== '') onUnreadable()
      break
    }
    current = info.text
  }
  return current
}

/** The address of an entry, which some proxies quote, put into brackets, or send with the client's port. */
function addressOfHop(hop: string): string {
  const entry = hop.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? []
  // More than one colon is IPv6, whose last part is no port.
  return bracketed ?? entry.replace(/^([^:]*):\d{1,5}$/, '$1')
}
