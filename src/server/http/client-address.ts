// Client addresses: finds a request's origin behind trusted proxies, and the networks that limits and bans use.
import ipaddr from 'ipaddr.js'

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses comma-separated CIDR ranges; a bare address is a range of one. Throws on anything else. */
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

/** Whether the address is in one of the ranges; false for an invalid address. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  if (ranges.length === 0) return false
  const parsed = addressInfoOf(address)?.parsed
  if (!parsed) return false
  return ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))
}

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
    const facts = addressInfoOf(next)
    if (!facts) {
      if (next !== '') onUnreadable()
      break
    }
    current = facts.text
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

/** The rate limit key of an address: IPv6 by its /64, because a household owns that much. */
export function addressKey(address: string): string {
  return addressInfoOf(address)?.key ?? 'unknown'
}

/** The key of an address's network: IPv4 by its /24, IPv6 by its /48, the most that one customer may have. */
export function networkKey(address: string): string {
  return addressInfoOf(address)?.network ?? 'unknown'
}

/**
 * The network that an address ban covers, in PostgreSQL's notation: '198.41.0.4', or '2a00:1450:4001:81b::/64' for
 * IPv6. Null unless the text is one public address or one such network.
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
  // The /64 of '::2' contains '::1', this machine.
  return network.range() === 'unspecified' ? null : `${network.toRFC5952String()}/64`
}

/** Whether one of the ranges overlaps a network returned by {@link bannableNetwork}. */
export function overlapsRanges(network: string, ranges: readonly AddressRange[]): boolean {
  const [address = ''] = network.split('/', 1)
  const key = addressKey(address)
  return ranges.some((range) => isInRanges(address, [range]) || addressKey(range[0].toString()) === key)
}
