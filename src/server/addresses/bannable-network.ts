// The networks that address bans cover.
import ipaddr from 'ipaddr.js'
import { addressKey } from './address-info.ts'
import { isInRanges, type AddressRange } from './address-ranges.ts'

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
