// Addresses that the server may connect to on behalf of a typed one: public ones alone (T79).
import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

export interface PublicAddress {
  address: string
  family: number
}

/** Finds the addresses of a host name. */
export type FindAddresses = (hostname: string) => Promise<readonly PublicAddress[]>

const findAddresses: FindAddresses = (hostname) => lookup(hostname, { all: true })

/** A host name that leads to an inner network, or to no address. */
export class PrivateAddressError extends Error {}

/**
 * Resolves a host name to the address to connect to. Connect to this very address: another look-up may find another.
 * Throws `PrivateAddressError` if any address of the host isn't public, and the error of a failed look-up.
 */
export async function resolvePublicAddress(
  hostname: string,
  find: FindAddresses = findAddresses,
): Promise<PublicAddress> {
  const found = await find(hostname)
  const [first] = found
  if (!first || !found.every(({ address }) => isPublicAddress(address)))
    throw new PrivateAddressError(`${hostname} has no public address.`)
  return first
}

function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
