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

/** What there is to know of an address. */
interface AddressInfo {
  parsed: ipaddr.IPv4 | ipaddr.IPv6
  text: string
  key: string
  network: string
}

// The same few come again and again, and each request asks several times: to read one costs more than the rest of it.
const addressCache = new Map<string, AddressInfo | null>()
const addressCacheMax = 10_000
const addressMaxChars = 64

function addressInfoOf(address: string): AddressInfo | null {
  const found = addressCache.get(address)
  if (found !== undefined) return found
  const facts = parseAddress(address)
  if (address.length > addressMaxChars) return facts
  if (addressCache.size >= addressCacheMax) addressCache.clear()
  addressCache.set(address, facts)
  return facts
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

/** Whether the address lies in one of the ranges; what isn't an address lies in none. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  if (ranges.length === 0) return false
  const parsed = addressInfoOf(address)?.parsed
  if (!parsed) return false
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
  let current = addressInfoOf(socketAddress ?? '')?.text ?? ''
  if (!isInRanges(current, trustedProxies)) return current
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  while (isInRanges(current, trustedProxies)) {
    const next = hops.pop()
    const facts = next === undefined ? null : addressInfoOf(next)
    if (!facts) break
    current = facts.text
  }
  return current
}

/** The key under which limits count an address: IPv6 by its /64, because a household owns that much. */
export function addressKey(address: string): string {
  return addressInfoOf(address)?.key ?? 'unknown'
}

/** The key of the network that an address lies in: IPv4 by its /24, IPv6 by its /48, as much as one customer may have. */
export function networkKey(address: string): string {
  return addressInfoOf(address)?.network ?? 'unknown'
}

/**
 * The network that an address is banned by, as PostgreSQL writes it: '198.41.0.4', or '2a00:1450:4001:81b::/64' for
 * IPv6. Null for what isn't one address or one such network, and for what nobody comes from over the internet.
 */
export function bannableNetwork(text: string): string | null {
  const [address = '', bits, ...rest] = text.trim().split('/')
  // The library also reads '1.2' and '0x7f.1', and IPv6 with a zone.
  const isOne = ipaddr.IPv4.isValidFourPartDecimal(address) || /^[\da-f:.]*:[\da-f:.]*$/i.test(address)
  if (!isOne || !ipaddr.isValid(address) || rest.length > 0) return null
  const parsed = ipaddr.process(address)
  const own = parsed instanceof ipaddr.IPv4 ? '32' : '64'
  if ((bits ?? own) !== own || parsed.range() !== 'unicast') return null
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])
  // Beside '::2' is '::1', which is this machine.
  return network.range() === 'unspecified' ? null : `${network.toRFC5952String()}/64`
}

/** Whether one of the ranges has something in common with what {@link bannableNetwork} answered. */
export function overlapsRanges(network: string, ranges: readonly AddressRange[]): boolean {
  const [address = ''] = network.split('/', 1)
  const key = addressKey(address)
  return ranges.some((range) => isInRanges(address, [range]) || addressKey(range[0].toString()) === key)
}
