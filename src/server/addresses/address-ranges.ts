// Address ranges: of trusted proxies, and of the clients that limits exempt.
import ipaddr from 'ipaddr.js'
import { addressInfoOf } from './address-info.ts'

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

/** Whether the address is in one of the ranges; false for an invalid address. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  if (ranges.length === 0) return false
  const parsed = addressInfoOf(address)?.parsed
  if (!parsed) return false
  return ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))
}
