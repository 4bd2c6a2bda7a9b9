// This machine's own addresses.
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Whether only this machine can reach a host name or address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** The origins of a server without PUBLIC_URL; links use the first. */
export function localOrigins(
  { host, port }: { host: string; port: number },
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
  return localHostNames(host, interfaces).map((name) => `http://${isIPv6(name) ? `[${name}]` : name}:${port}`)
}

function localHostNames(host: string, interfaces: ReturnType<typeof networkInterfaces>): string[] {
  if (host === '0.0.0.0' || host === '::') {
    const outside = Object.values(interfaces).flatMap((addresses = []) => addresses)
    const reachable = outside.filter(({ internal, family, address }) => {
      // Link-local addresses (fe80…) need a zone id, which browsers don't accept.
      return !internal && (family === 'IPv4' || (host === '::' && !address.startsWith('fe80')))
    })
    return [...reachable.map(({ address }) => address), 'localhost']
  }
  return host === '127.0.0.1' || host === '::1' ? [host, 'localhost'] : [host]
}
