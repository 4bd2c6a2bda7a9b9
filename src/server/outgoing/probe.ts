// Probe: asks whether an address responds, without reading what it sends.
import type { ClientRequest, IncomingMessage } from 'node:http'
import * as https from 'node:https'
import { PrivateAddressError, resolvePublicAddress } from './public-address.ts'

/** The status of the response, or why there is none. */
export type ProbeResult = number | 'unreachable' | 'private'

/** Asks an https address. Follows no redirect; throws only if `signal` aborts. */
export type Probe = (url: string, signal: AbortSignal) => Promise<ProbeResult>

const timeoutMs = 10_000

interface ProbeDeps {
  resolve?: typeof resolvePublicAddress
  /** Tests only: over http to a test's server. */
  request?: (
    url: URL,
    options: https.RequestOptions,
    onResponse: (response: IncomingMessage) => void,
  ) => ClientRequest
}

export function createProbe({
  resolve = resolvePublicAddress,
  request = https.request,
}: ProbeDeps = {}): Probe {
  const ask = async (
    url: URL,
    signal: AbortSignal,
    init: { method: string; headers?: { range: string } },
  ) => {
    const { address, family } = await resolve(url.hostname)
    return new Promise<number>((done, reject) => {
      const sent = request(
        url,
        {
          ...init,
          agent: false,
          signal,
          // The connection goes to the address that was checked.
          lookup: (_hostname, { all }, callback) => {
            if (all) callback(null, [{ address, family }])
            else callback(null, address, family)
          },
        },
        (response) => {
          response.destroy()
          done(response.statusCode ?? 0)
        },
      )
      sent.on('error', reject)
      sent.end()
    })
  }
  return async (address, signal) => {
    const url = new URL(address)
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    try {
      const status = await ask(url, limited, { method: 'HEAD' })
      // Some hosts, and signed addresses, allow no HEAD.
      if (status < 400) return status
      return await ask(url, limited, { method: 'GET', headers: { range: 'bytes=0-0' } })
    } catch (error) {
      signal.throwIfAborted()
      return error instanceof PrivateAddressError ? 'private' : 'unreachable'
    }
  }
}
