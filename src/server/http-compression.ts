// Long answers go out compressed, for the calls that declare it (`isCompressed`).
import { constants } from 'node:zlib'
import compress, { type FastifyCompressRouteOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** How the answers of a call are compressed: for every request anew, so quickly rather than to the last byte. */
export const responseCompression = {
  encodings: ['br', 'gzip'],
  threshold: 1_024,
  // What is longer is compressed beside the event loop.
  syncThreshold: 16 * 1_024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 6 },
} satisfies FastifyCompressRouteOptions['compress']

/**
 * Prepares for compressed answers; comes before the calls are mounted. Nothing that comes in is ever decompressed:
 * a small body can't grow past its limit.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { globalCompression: false, globalDecompression: false })
}
