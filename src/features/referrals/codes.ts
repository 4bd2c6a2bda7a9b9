// Referral codes: how one is made, and how what somebody typed or pasted becomes one.
import { referralCodeChars } from '#shared/constants.ts'

/** Crockford's base32 (https://www.crockford.com/base32.html): no I, L, O and U, which are misread or misheard. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** How many random bytes a code is made of. */
export const codeBytes = referralCodeChars

/** A code from as many random bytes as it has characters; each takes five bits of one, so that all are as likely. */
export function encodeReferralCode(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, referralCodeChars), (byte) => alphabet[byte & 31]).join('')
}

/** A code as it is stored and shown: upper case, and without the spaces that came along with it (REF-05). */
export function normalizeReferralCode(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

const referralCodePattern = new RegExp(`^[${alphabet}]{${referralCodeChars}}$`)

/** Whether a normal code could be somebody's at all. */
export function isReferralCode(code: string): boolean {
  return referralCodePattern.test(code)
}

/** The link that a member shares: it leads to the start of the site (REF-08). */
export function shareLink(origin: string, code: string): string {
  return `${origin}/?ref=${code}`
}
