// Join codes: generation of referral codes, and how a text is read for codes of members and of invites.
import { inviteCodeChars, referralCodeChars } from '#shared/constants.ts'

/**
 * Crockford's base32 (https://www.crockford.com/base32.html): no I, L, O and U, which are misread or misheard.
 */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number of random bytes for one code. */
export const codeBytes = referralCodeChars

/** Encodes one random byte per character; each character takes five bits, so that all are equally likely. */
export function encodeCode(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => codeAlphabet[byte & 31]).join('')
}

export function encodeReferralCode(bytes: Uint8Array): string {
  return encodeCode(bytes.subarray(0, referralCodeChars))
}

/** An existing join code: of a member who may refer, or of an invite. */
export type JoinCode =
  | { kind: 'referral'; code: string; referrerName: string }
  /** `isUsable`: whether a newcomer can join by it now. */
  | { kind: 'invite'; code: string; isUsable: boolean }

const candidatesMax = 3
const codeChars: readonly number[] = [referralCodeChars, inviteCodeChars]
const codePattern = new RegExp(`^[${codeAlphabet}]+$`)
// The hyphens of phone keyboards and of word processors, which are no punctuation between words.
const dashes = /[-\u2010\u2011]/gu
const runs = /[\p{L}\p{N}\-\u2010\u2011]+/gu
// Also inside the address of another site, which encodes it: mail programs check links by a detour.
const codesInAddress = /(?:[?&;]|%3F|%26)(?:ref|invite)(?:=|%3D)([\p{L}\p{N}\-\u2010\u2011]+)/giu

/**
 * The join codes that a text may contain, of invites (12 characters) and of members (8), three at most (REF-05, COM-06).
 * They are in the order in which to look them up. Those in an address of the text count alone. Else each word of such a
 * length may be one, those with a digit first. The letters O, I and L, which no code has, are read as 0 and 1.
 */
export function findJoinCodes(text: string): string[] {
  return [...new Set(findTypedCodes(text).map(toCode))].slice(0, candidatesMax)
}

/** As they were typed. */
function findTypedCodes(text: string): string[] {
  const visible = visibleText(text)
  const inAddress = Array.from(visible.matchAll(codesInAddress), ([, code = '']) => code).filter(mayBeCode)
  if (inAddress.length > 0) return inAddress
  const inWords = wordsOf(visible).filter(mayBeCode)
  // Read aloud and typed in groups.
  return inWords.length > 0 ? inWords : wordsOf(visible.replace(/\s/g, '')).filter(mayBeCode)
}

/** Those with a digit first. */
function wordsOf(text: string): string[] {
  const words = text.match(runs) ?? []
  const hasDigit = (word: string) => /\d/.test(word)
  return [...words.filter(hasDigit), ...words.filter((word) => !hasDigit(word))]
}

/** The code of a text as a page shows it: the first that it may contain, its letters as typed, else the text. */
export function readableCode(text: string): string {
  return (findTypedCodes(text)[0] ?? visibleText(text).trim()).toUpperCase()
}

function visibleText(text: string): string {
  return text.normalize('NFKC').replace(/\p{DI}/gu, '')
}

function toCode(word: string): string {
  return word.replace(dashes, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
}

function mayBeCode(word: string): boolean {
  const code = toCode(word)
  return codeChars.includes(code.length) && codePattern.test(code)
}

/** The link that a member shares; it opens the start page (REF-08). */
export function shareLink(origin: string, code: string): string {
  return `${origin}/?ref=${code}`
}
