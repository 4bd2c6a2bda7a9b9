// Requests to addresses that someone typed: https to public addresses alone, without redirects, within bounds (INT-41).
import type { ClientRequest, IncomingMessage } from 'node:http'
import * as https from 'node:https'
import { PrivateAddressError, resolvePublicAddress } from './public-address.ts'

/** A body that is longer than asked for, or compressed. */
export class UnreadableBodyError extends Error {}

export interface PublicRequest {
  method?: 'GET' | 'HEAD'
  headers?: Readonly<Record<string, string>>
  /** How much of the body is read; a longer one fails. 0 reads none of it. */
  maxBytes: number
  /** For all of it, the look-up of the name included. */
  timeoutMs: number
  signal: AbortSignal
}

export interface PublicResponse {
  status: number
  /** Empty for a status other than 2xx. */
  body: Buffer
}

/**
 * Sends a request. Throws `PrivateAddressError` for an address that isn't https at the default port of a public name, or
 * leads to an inner network. Else `UnreadableBodyError`, or the network's error. It follows no redirect.
 */
export type RequestPublic = (address: string, request: PublicRequest) => Promise<PublicResponse>

export interface RequestPublicDeps {
  resolve?: typeof resolvePublicAddress
  /** Tests only: over http to a test's server. */
  request?: (
    url: URL,
    options: https.RequestOptions,
    onResponse: (response: IncomingMessage) => void,
  ) => ClientRequest
}

export function createRequestPublic({
  resolve = resolvePublicAddress,
  request = https.request,
}: RequestPublicDeps = {}): RequestPublic {
  return async (typed, { method = 'GET', headers = {}, maxBytes, timeoutMs, signal: stop }) => {
    const url = new URL(typed)
    if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
      throw new PrivateAddressError('Only https at its default port, without a user.')
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
    const { address, family } = await beforeAbort(resolve(url.hostname), signal)
    return new Promise<PublicResponse>((done, reject) => {
      const sent = request(
        url,
        {
          method,
          // A small compressed body could grow past any bound.
          headers: { 'accept-encoding': 'identity', ...headers },
          agent: false,
          signal,
          // The connection goes to the address that was checked.
          lookup: (_hostname, { all }, callback) => {
            if (all) callback(null, [{ address, family }])
            else callback(null, address, family)
          },
        },
        (response) => done(read(response, maxBytes)),
      )
      sent.on('error', reject)
      sent.end()
    })
  }
}

/** A look-up can't be canceled; its time still counts. */
function beforeAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The request was aborted.')), { once: true })
  })
  return Promise.race([work, aborted])
}

async function read(response: IncomingMessage, maxBytes: number): Promise<PublicResponse> {
  return { status: response.statusCode ?? 0, body: await readBody(response, maxBytes) }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { statusCode = 0, headers } = response
  if (maxBytes === 0 || statusCode < 200 || statusCode > 299) {
    response.destroy()
    return Buffer.alloc(0)
  }
  try {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new UnreadableBodyError('The body is compressed.')
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBytes) throw new UnreadableBodyError(`The body has more than ${maxBytes} bytes.`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
  }
}
