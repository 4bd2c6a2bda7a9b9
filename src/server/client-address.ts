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

/**
 * The network that an address is banned by, as PostgreSQL writes it: '198.41.0.4', or '2a00:1450:4001:81b::/64' for
 * IPv6. Null for what isn't one address or one such network, and for what nobody comes from over the internet.
 */
export function networkToBan(text: string): string | null {
  const [address = '', bits, ...rest] = text.trim().split('/')
  // The library also reads '1.2' and '0x7f.1', and IPv6 with a zone.
  const isOne = ipaddr.IPv4.isValidFourPartDecimal(address) || /^[\da-f:.]*:[\da-f:.]*$/i.test(address)
  if (!isOne || !ipaddr.isValid(address) || rest.length > 0) return null
  const parsed = ipaddr.process(address)
  const own = parsed instanceof ipaddr.IPv4 ? '32' : '64'
  if ((bits ?? own) !== own || parsed.range() !== 'unicast') return null
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toRFC5952String()}/64`
}

/** Whether one of the ranges has something in common with what {@link networkToBan} answered. */
export function meetsRanges(network: string, ranges: readonly AddressRange[]): boolean {
  const [address = ''] = network.split('/', 1)
  const key = addressKey(address)
  return ranges.some((range) => isInRanges(address, [range]) || addressKey(range[0].toString()) === key)
}

function normalise(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : ''
}
