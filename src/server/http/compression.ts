// Response compression for the calls that declare it (`isCompressed`).
import { constants } from 'node:zlib'
import compress, { type FastifyCompressRouteOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Compressed per request, so speed matters more than size. */
export const responseCompression = {
  encodings: ['br', 'gzip'],
  threshold: 1_024,
  // Longer answers are compressed off the event loop.
  syncThreshold: 16 * 1_024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 6 },
} satisfies FastifyCompressRouteOptions['compress']

/**
 * Registers compression; call it before mounting the calls. Request bodies are never decompressed: a small body
 * can't grow past its limit.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { globalCompression: false, globalDecompression: false })
}
