// What makes a profile complete, where pictures lie, and which files can become one.
import { profilePictureMaxMb } from '#shared/constants.ts'

interface ProfileFields {
  name: string
  email: string
  profilePicture: string | null
}

/** Whether everything is there that the others see of a member (PROF-16). */
export function isProfileComplete({ name, email, profilePicture }: ProfileFields): boolean {
  return name !== '' && email !== '' && profilePicture !== null && profilePicture !== ''
}

/** The address of a stored picture, by the hash of what it holds. */
export function pictureUrl(sha256: string): string {
  return `/media/${sha256}.jpg`
}

/** The hash in the address of a stored picture; null for any other address. */
export function hashOfPictureUrl(address: string): string | null {
  return /^\/media\/([0-9a-f]{64})\.jpg$/.exec(address)?.[1] ?? null
}

/** The types of files that can become a picture. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif'] as const

export const pictureFileMaxBytes = profilePictureMaxMb * 1024 * 1024

/** A kept picture is a square of this edge. */
export const pictureEdgePx = 512

/** The small one of a stock picture, which goes along in lists, is a square of this edge. */
export const smallPictureEdgePx = 256

/** What is wrong with a picture that was sent or chosen, as a person reads it beside the picture. */
export const pictureErrors = {
  type: 'Please choose a JPG, PNG or GIF picture.',
  size: `A picture can be at most ${profilePictureMaxMb} MB.`,
  broken: "This picture can't be read. Please choose another one.",
  notOffered: 'Please choose a picture from our collection or upload your own.',
} as const

/** What keeps a file of this type and size from becoming a picture, or null (PROF-18, PROF-19). */
export function checkPictureFile(type: string, bytes: number): string | null {
  if (!pictureTypes.some((known) => known === type)) return pictureErrors.type
  return bytes > pictureFileMaxBytes ? pictureErrors.size : null
}

/** Type and base64 of a data URL, or null for any other address; the type is empty when it isn't in base64. */
export function parseDataUrl(address: string): { type: string; base64: string } | null {
  if (!address.startsWith('data:')) return null
  const [head = '', type = ''] = /^data:([\w/.+-]+);base64,/.exec(address.slice(0, 64)) ?? []
  return { type, base64: address.slice(head.length) }
}

/** How many bytes base64 of this length stands for, its padding taken off. */
export function base64ByteLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return (base64.length / 4) * 3 - padding
}
