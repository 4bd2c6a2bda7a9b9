// Uploaded pictures: checks a file, or one in a data URL, without decoding the image (T27).
import { base64ByteLength, parseDataUrl, pictureErrors, pictureFileError, pictureTypeOf } from '../rules.ts'
import type { PictureWorkerPool } from './picture-worker-pool.ts'
import { TooManyPixelsError, type PictureOutput } from './picture-worker-process.ts'

type DecodedUpload = { content: Buffer; error: null } | { content: null; error: string }

/** An uploaded file as a square JPEG, or as `output` says; or an error message. */
export async function reencodeUpload(
  pictures: PictureWorkerPool,
  file: Buffer,
  output?: PictureOutput,
): Promise<DecodedUpload> {
  if (pictureTypeOf(file) === null) return { content: null, error: pictureErrors.type() }
  try {
    const content = await pictures.reencode(file, output)
    return content ? { content, error: null } : { content, error: pictureErrors.broken() }
  } catch (error) {
    if (error instanceof TooManyPixelsError) return { content: null, error: pictureErrors.pixels() }
    throw error
  }
}

/** The file in a data URL, or an error message; null for any other URL. */
export function decodeUploadedPicture(url: string): DecodedUpload | null {
  const parts = parseDataUrl(url)
  if (!parts) return null
  const { type, base64 } = parts
  const error = pictureFileError(type, base64ByteLength(base64))
  if (error !== null) return { content: null, error }
  const content = Buffer.from(base64, 'base64')
  // Node ignores invalid base64 characters; only input that survives the round trip was valid.
  if (content.length === 0 || content.toString('base64') !== base64) {
    return { content: null, error: pictureErrors.broken() }
  }
  if (pictureTypeOf(content) !== type) return { content: null, error: pictureErrors.type() }
  return { content, error: null }
}
