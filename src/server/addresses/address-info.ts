// Addresses: parsed once, with the keys by which limits count an address and its network.
import ipaddr from 'ipaddr.js'

/** A parsed address with its keys. */
interface AddressInfo {
  parsed: ipaddr.IPv4 | ipaddr.IPv6
  text: string
  key: string
  network: string
}

// The same few addresses recur, and each request asks several times; parsing dominates the cost.
const addressCache = new Map<string, AddressInfo | null>()
const addressCacheMax = 10_000
const addressMaxChars = 64

/** Null for an invalid address. */
export function addressInfoOf(address: string): AddressInfo | null {
  const found = addressCache.get(address)
  if (found !== undefined) return found
  const info = parseAddress(address)
  if (address.length > addressMaxChars) return info
  if (addressCache.size >= addressCacheMax) addressCache.clear()
  addressCache.set(address, info)
  return info
}

function parseAddress(address: string): AddressInfo | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  const text = parsed.toString()
  if (parsed instanceof ipaddr.IPv4) {
    return { parsed, text, key: text, network: `${parsed.octets.slice(0, 3).join('.')}.0/24` }
  }
  const first = (count: number) => parsed.parts.slice(0, count).join(':')
  return { parsed, text, key: `${first(4)}::/64`, network: `${first(3)}::/48` }
}

/** The rate limit key of an address: IPv6 by its /64, because a household owns that much. */
export function addressKey(address: string): string {
  return addressInfoOf(address)?.key ?? 'unknown'
}

/** The key of an address's network: IPv4 by its /24, IPv6 by its /48, the most that one customer may have. */
export function networkKey(address: string): string {
  return addressInfoOf(address)?.network ?? 'unknown'
}
