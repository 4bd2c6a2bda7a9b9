// Referral codes: generation and normalization.
import { referralCodeChars } from '#shared/constants.ts'

/**
 * Crockford's base32 (https://www.crockford.com/base32.html): no I, L, O and U, which are misread or misheard.
 */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number of random bytes for one code. */
export const codeBytes = referralCodeChars

/** Encodes one random byte per character; each character takes five bits, so that all are equally likely. */
export function encodeCode(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => codeAlphabet[byte & 31]).join('')
}

export function encodeReferralCode(bytes: Uint8Array): string {
  return encodeCode(bytes.subarray(0, referralCodeChars))
}

const referralCodePattern = new RegExp(`^[${codeAlphabet}]{${referralCodeChars}}$`)
// Chats, mail programs and trackers add brackets, punctuation and parameters.
const surroundedCode = new RegExp(
  `^[^\\p{L}\\p{N}]*([${codeAlphabet}]{${referralCodeChars}})(?![\\p{L}\\p{N}])`,
  'u',
)

/**
 * Normalizes a typed, pasted or linked code: upper case, without what a chat put around it (REF-05). A text
 * without a code stays, without spaces and invisible characters.
 */
export function normalizeReferralCode(text: string): string {
  const visible = text
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .toUpperCase()
  const dense = visible.replace(/\s/g, '')
  return surroundedCode.exec(visible)?.[1] ?? surroundedCode.exec(dense)?.[1] ?? dense
}

/** Whether a normalized code has a valid form. */
export function isReferralCode(code: string): boolean {
  return referralCodePattern.test(code)
}

/** The link that a member shares; it opens the start page (REF-08). */
export function shareLink(origin: string, code: string): string {
  return `${origin}/?ref=${code}`
}

/** The draft that remembers on this device that the member copied their link. */
export const invitationCopiedDraft = 'invitation-copied'
