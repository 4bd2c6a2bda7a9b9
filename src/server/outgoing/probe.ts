// Probe: asks whether an address responds, without reading what it sends.
import { PrivateAddressError } from './public-address.ts'
import { createRequestPublic, type RequestPublicDeps } from './request-public.ts'

/** The status of the response, or why there is none. */
export type ProbeResult = number | 'unreachable' | 'private'

/** Asks an https address. Follows no redirect; throws only if `signal` aborts. */
export type Probe = (url: string, signal: AbortSignal) => Promise<ProbeResult>

const timeoutMs = 10_000

export function createProbe(deps: RequestPublicDeps = {}): Probe {
  const request = createRequestPublic(deps)
  return async (address, signal) => {
    const untilMs = performance.now() + timeoutMs
    const ask = async (method: 'HEAD' | 'GET', headers = {}) => {
      const leftMs = Math.max(1, Math.round(untilMs - performance.now()))
      return (await request(address, { method, headers, maxBytes: 0, timeoutMs: leftMs, signal })).status
    }
    try {
      const status = await ask('HEAD')
      // Some hosts, and signed addresses, allow no HEAD.
      if (status < 400) return status
      return await ask('GET', { range: 'bytes=0-0' })
    } catch (error) {
      signal.throwIfAborted()
      return error instanceof PrivateAddressError ? 'private' : 'unreachable'
    }
  }
}
