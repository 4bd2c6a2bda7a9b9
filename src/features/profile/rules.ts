// Profile rules: completeness, picture URLs, accepted picture files, and the choice and default names of stock pictures.
import { profilePictureMaxMb, pictureNameMaxChars } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { truncateUtf16 } from '#shared/text.ts'

interface ProfileFields {
  name: string
  email: string
  profilePicture: string | null
}

/** Whether the profile has a name, an email address, and a picture (PROF-16). */
export function isProfileComplete({ name, email, profilePicture }: ProfileFields): boolean {
  return name !== '' && email !== '' && profilePicture !== null && profilePicture !== ''
}

/** The URL of a stored picture; `sha256` is the hash of its content. */
export function pictureUrl(sha256: string): string {
  return `/media/${sha256}.jpg`
}

/** The hash in the URL of a stored picture; null for any other URL. */
export function hashOfPictureUrl(url: string): string | null {
  return /^\/media\/([0-9a-f]{64})\.jpg$/.exec(url)?.[1] ?? null
}

export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif'] as const

const signatures: Readonly<Record<(typeof pictureTypes)[number], readonly number[]>> = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  // 'GIF8'
  'image/gif': [0x47, 0x49, 0x46, 0x38],
}

/** The number of first bytes that `pictureTypeOf` reads. */
const pictureSignatureBytes = 8

/** The accepted type that a file's first bytes show, whatever its name or sender says; null for any other. */
export function pictureTypeOf(bytes: Uint8Array): (typeof pictureTypes)[number] | null {
  return pictureTypes.find((type) => signatures[type].every((byte, index) => bytes[index] === byte)) ?? null
}

export const pictureFileMaxBytes = profilePictureMaxMb * 1024 * 1024

/** A stored picture is a square with this edge. */
export const pictureEdgePx = 512

/** The thumbnail of a stock picture, for lists, is a square with this edge. */
export const smallPictureEdgePx = 256

/** More pixels would need more memory than a picture worker has (T27); cameras and phones have up to 50 million. */
export const pictureMegapixelsMax = 64

/** Error messages shown beside the picture field. */
export const pictureErrors = {
  type: () => t('Please choose a JPG, PNG or GIF picture.'),
  size: () => t('A picture can be at most {max} MB.', { max: profilePictureMaxMb }),
  pixels: () =>
    t('This picture has too many pixels; at most {max} megapixels are possible.', {
      max: pictureMegapixelsMax,
    }),
  broken: () => t('This picture can’t be read. Please choose another one.'),
  notOffered: () => t('Please choose a picture from our collection or upload your own.'),
} as const

/** Why a file of this type and size is rejected; null when it is accepted (PROF-18, PROF-19). */
export function pictureFileError(type: string | null, sizeBytes: number): string | null {
  if (!pictureTypes.some((accepted) => accepted === type)) return pictureErrors.type()
  return sizeBytes > pictureFileMaxBytes ? pictureErrors.size() : null
}

/** For every upload of a picture: a member's, stock pictures, and the community's logo. */
export const pictureFileRules = {
  signatureBytes: pictureSignatureBytes,
  typeOf: pictureTypeOf,
  errorOf: pictureFileError,
}

/** Type and base64 of a data URL; null for any other URL. The type is empty unless the data is base64. */
export function parseDataUrl(url: string): { type: string; base64: string } | null {
  if (!url.startsWith('data:')) return null
  // The data can be megabytes; only its start can match.
  const [head = '', type = ''] = /^data:([\w/.+-]+);base64,/.exec(url.slice(0, 64)) ?? []
  return { type, base64: url.slice(head.length) }
}

/** The decoded size in bytes for this base64 length, without padding. */
export function base64ByteLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return (base64.length / 4) * 3 - padding
}

/** The file name without extension (PIC-02), truncated to the limit; 'Picture' when nothing remains. */
export function pictureNameFromFile(fileName: string): string {
  const name = fileName.replace(/\.[^.]*$/, '').trim()
  const truncated = truncateUtf16(name, pictureNameMaxChars).trim()
  return truncated === '' ? t('Picture') : truncated
}

/**
 * The URL of a random picture other than the current one, unless it is the only one; null without pictures.
 * `random` is at least 0 and below 1.
 */
export function pickRandomPicture(
  pictures: readonly { url: string }[],
  current: string,
  random: number,
): string | null {
  const others = pictures.filter(({ url }) => url !== current)
  const candidates = others.length > 0 ? others : pictures
  return candidates[Math.floor(random * candidates.length)]?.url ?? null
}
