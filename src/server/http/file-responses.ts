// File responses: small files come from memory; open large files are limited in number and need a least rate (T73).
import { ReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../addresses/address-info.ts'
import { appError } from '../app-error.ts'
import { createKeyCounts } from '../async/key-counts.ts'
import { createThrottle } from '../async/throttle.ts'
import { isLoopback } from '../config/local-addresses.ts'
import { descriptorLimits } from './connection-limits.ts'

/** Limits of responses that read a large file. */
export interface OpenFileLimits {
  totalMax: number
  perAddressMax: number
  /** The least number of bytes that a client takes in each window. */
  windowBytesMin: number
  windowMs: number
}

/** Above the largest script of the product. */
const smallFileMaxBytes = 512 * 1024
const smallFilesMaxBytes = 32 * 1024 * 1024
const retryMs = 5_000
const warnEveryMs = 10_000

export function defaultOpenFileLimits(): OpenFileLimits {
  const { openFilesMax: totalMax } = descriptorLimits()
  return {
    totalMax,
    // A retreat center shares one address.
    perAddressMax: Math.min(200, Math.ceil(totalMax / 4)),
    windowBytesMin: 600_000,
    windowMs: 60_000,
  }
}

/**
 * Makes a slow reader cost no file descriptor: the responses of `app`'s file routes read small files at once. A
 * large file stays open while its client reads, so these responses are limited.
 */
export function limitFileResponses(
  app: FastifyInstance,
  { root, limits }: { root: string; limits: OpenFileLimits },
): void {
  const readSmallFile = createFileCache()
  const admit = createOpenFileAdmission(limits)
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    if (headers.range !== undefined && !isReadableRange(headers.range)) delete headers.range
  })
  app.setErrorHandler(async (error: FastifyError) => {
    // Also the library's response to a folder that can't be read: this throws the cause.
    if (error.code === 'FST_STATIC_FORBIDDEN_PATH') await readdir(root)
    throw error
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!(payload instanceof ReadStream)) return payload
    const path = String(payload.path)
    const { start, end, bytes } = servedRange(reply)
    try {
      if (bytes > smallFileMaxBytes) {
        admit(request, payload)
        return payload
      }
      discard(payload)
      const content = await readSmallFile(path, String(reply.getHeader('etag')))
      return content.subarray(start, end)
    } catch (error) {
      discard(payload)
      for (const name of fileHeaders) reply.removeHeader(name)
      throw error
    }
  })
}

const fileHeaders = ['accept-ranges', 'content-range', 'etag', 'last-modified']

function discard(stream: ReadStream): void {
  // It may still be opening.
  stream.on('error', () => undefined)
  stream.destroy()
}

/** RFC 9110: a range in another unit, or against the grammar, is ignored. */
function isReadableRange(range: string): boolean {
  const [unit = '', list = ''] = range.split('=', 2)
  if (unit.trim() !== 'bytes') return false
  return list.split(',').every((part) => {
    const [, first = '', last = ''] = /^\s*(\d*)-(\d*)\s*$/.exec(part) ?? []
    if (first === '') return last !== ''
    return last === '' || Number(first) <= Number(last)
  })
}

/** What part of a file a response has, and the bytes of the whole file. */
function servedRange(reply: FastifyReply): { start: number; end: number; bytes: number } {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(reply.getHeader('content-range')))
  if (range) return { start: Number(range[1]), end: Number(range[2]) + 1, bytes: Number(range[3]) }
  const bytes = Number(reply.getHeader('content-length'))
  return { start: 0, end: bytes, bytes }
}

/** Returns the function that reads a file, from memory if its `etag` is the same as before. */
function createFileCache(): (path: string, etag: string) => Promise<Buffer> {
  const files = new Map<string, Promise<Buffer>>()
  let cachedBytes = 0
  return (path, etag) => {
    const key = `${path} ${etag}`
    const cached = files.get(key)
    if (cached) return cached
    const reading = readFile(path).then((content) => {
      cachedBytes += content.length
      // It fits the product's own files; an operator's many pictures are read again.
      if (cachedBytes > smallFilesMaxBytes) {
        files.clear()
        cachedBytes = 0
      }
      return content
    })
    files.set(key, reading)
    reading.catch(() => files.delete(key))
    return reading
  }
}

/** Returns the function that counts a response while its file is open, or throws `unavailable`. */
function createOpenFileAdmission({ totalMax, perAddressMax, windowBytesMin, windowMs }: OpenFileLimits) {
  const openByKey = createKeyCounts()
  const throttle = createThrottle(warnEveryMs)
  let open = 0
  const reject = (request: FastifyRequest, reason: 'address' | 'all'): never => {
    const times = throttle(reason)
    if (times !== null)
      request.log.warn({ event: 'files-refused', reason, times }, 'Open file limit reached; files rejected.')
    throw appError('unavailable', { retryAfterMs: retryMs })
  }
  return (request: FastifyRequest, file: ReadStream): void => {
    const key = addressKey(request.address)
    const isExempt = request.isExempt || isLoopback(request.address)
    if (open >= totalMax) reject(request, 'all')
    if (!isExempt && openByKey.of(key) >= perAddressMax) reject(request, 'address')
    open += 1
    openByKey.add(key, 1)
    let readBytes = 0
    const rateCheck = setInterval(() => {
      if (file.bytesRead - readBytes < windowBytesMin) request.raw.socket.resetAndDestroy()
      readBytes = file.bytesRead
    }, windowMs)
    file.once('close', () => {
      clearInterval(rateCheck)
      open -= 1
      openByKey.add(key, -1)
    })
  }
}
