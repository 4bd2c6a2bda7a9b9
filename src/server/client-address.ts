// Whose address a request comes from, when it may have passed through proxies that we trust.
import ipaddr from 'ipaddr.js'

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Reads a list of CIDR ranges separated by commas; a bare address is a range of one. Throws on anything else. */
export function parseRanges(text: string): AddressRange[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (part.includes('/')) return ipaddr.parseCIDR(part)
      const address = ipaddr.process(part)
      return [address, address.kind() === 'ipv4' ? 32 : 128]
    })
}

/** Whether the address lies in one of the ranges; what isn't an address lies in none. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))
}

/**
 * The first address, walking X-Forwarded-For from the right, that isn't one of our proxies. A forged entry on
 * the left is never reached; a malformed one ends the walk.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly AddressRange[],
): string {
  let current = normalise(socketAddress ?? '')
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  while (isInRanges(current, trustedProxies)) {
    const next = hops.pop()
    if (next === undefined || !ipaddr.isValid(next)) break
    current = normalise(next)
  }
  return current
}

/** The key under which limits count an address: IPv6 by its /64, because a household owns that much. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')}::/64`
}

function normalise(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : ''
}
