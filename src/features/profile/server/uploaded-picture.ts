// Uploaded pictures: checks a file, or one in a data URL, without decoding the image (T27).
import { base64ByteLength, pictureFileError, parseDataUrl, pictureErrors } from '../rules.ts'

const signatures: Readonly<Record<string, Buffer>> = {
  'image/jpeg': Buffer.from('ffd8ff', 'hex'),
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'image/gif': Buffer.from('GIF8'),
}

type DecodedUpload = { content: Buffer; error: null } | { content: null; error: string }

/** Whether a file starts with the signature of an accepted type, whatever type the client declared. */
export function isPictureFile(content: Buffer): boolean {
  return Object.values(signatures).some((signature) =>
    signature.equals(content.subarray(0, signature.length)),
  )
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
    return { content: null, error: pictureErrors.broken }
  }
  const signature = signatures[type]
  if (!signature || !content.subarray(0, signature.length).equals(signature)) {
    return { content: null, error: pictureErrors.type }
  }
  return { content, error: null }
}
