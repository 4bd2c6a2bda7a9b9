// Connection limits, per address and in total, which leave file descriptors for files and the database.
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../addresses/address-info.ts'
import { isInRanges, type AddressRange } from '../addresses/address-ranges.ts'
import { appError } from '../app-error.ts'
import { createKeyCounts } from '../async/key-counts.ts'
import { createThrottle } from '../async/throttle.ts'
import { isLoopback } from '../config/local-addresses.ts'
import type { Log } from '../log.ts'
import { clientAddress } from './client-address.ts'

interface LimitOptions {
  log: Pick<Log, 'warn'>
  /** Proxies carry everyone's requests and are exempt, like this machine. */
  trustedProxies: readonly AddressRange[]
  /** Tests only: another limit, and which addresses are exempt. */
  perAddressMax?: number
  isExempt?: (address: string) => boolean
}

const defaultPerAddressMax = 500
const reservedDescriptorsMax = 500
const warnEveryMs = 10_000
const overloadRetryMs = 2_000

/**
 * Closes each connection over a limit as soon as it opens. WebSockets count by address in the live channel, and
 * here in the total.
 */
export function limitConnections(server: Server, options: LimitOptions): void {
  const { log, trustedProxies, perAddressMax = defaultPerAddressMax } = options
  const { isExempt = (address) => isLoopback(address) || isInRanges(address, trustedProxies) } = options
  const openByKey = createKeyCounts()
  const keys = new Map<Socket, string>()
  const throttle = createThrottle(warnEveryMs)
  const warn = (reason: 'address' | 'all'): void => {
    const times = throttle(reason)
    if (times !== null)
      log.warn(
        { event: 'connections-refused', reason, times },
        'Connection limit reached; connections rejected.',
      )
  }
  const release = (socket: Socket): void => {
    const key = keys.get(socket)
    if (key === undefined) return
    keys.delete(socket)
    openByKey.add(key, -1)
  }

  const { connectionsMax } = descriptorLimits()
  if (connectionsMax !== null) server.maxConnections = connectionsMax
  server.on('drop', () => warn('all'))
  server.on('connection', (socket) => {
    const address = clientAddress(socket.remoteAddress, undefined, [])
    if (isExempt(address)) return
    const key = addressKey(address)
    if (openByKey.of(key) >= perAddressMax) {
      warn('address')
      socket.destroy()
      return
    }
    openByKey.add(key, 1)
    keys.set(socket, key)
    socket.once('close', () => release(socket))
  })
  server.on('upgrade', (_request, socket: Socket) => release(socket))
}

/**
 * Returns the check for requests in progress: the connections of a proxy are exempt from the limits above, but not the
 * clients behind it. Throws `unavailable`.
 */
export function createOpenRequestLimit(perAddressMax = defaultPerAddressMax) {
  const openByKey = createKeyCounts()
  return ({ address, isExempt }: FastifyRequest, { raw }: FastifyReply): void => {
    if (isExempt || isLoopback(address)) return
    const key = addressKey(address)
    if (openByKey.of(key) >= perAddressMax) throw appError('unavailable', { retryAfterMs: overloadRetryMs })
    openByKey.add(key, 1)
    raw.on('close', () => openByKey.add(key, -1))
  }
}

/** The limits of this process, by its file descriptor limit; generous guesses if the system reports none. */
export function descriptorLimits(): DescriptorLimits {
  try {
    const [, files] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return files === undefined ? unknownLimits : descriptorLimitsFor(Number(files))
  } catch {
    // Not Linux.
    return unknownLimits
  }
}

interface DescriptorLimits {
  /** Null: unlimited. */
  connectionsMax: number | null
  /** Files that responses may hold open. */
  openFilesMax: number
}

const unknownLimits: DescriptorLimits = { connectionsMax: null, openFilesMax: 256 }

/**
 * Shares the file descriptors out: a quarter for the files of responses, and a quarter, at most 500, for everything
 * else. The rest is for connections.
 */
export function descriptorLimitsFor(files: number): DescriptorLimits {
  const quarter = Math.ceil(files / 4)
  return {
    connectionsMax: files - quarter - Math.min(reservedDescriptorsMax, quarter),
    openFilesMax: quarter,
  }
}
