// Codes of invites: generation and links; findJoinCodes reads them.
import { encodeCode } from '#features/referrals/codes.ts'
import { inviteCodeChars } from '#shared/constants.ts'

/** Encodes the random bytes of one code, five bits each: 60 bits, so that no code can be guessed. */
export function encodeInviteCode(bytes: Uint8Array): string {
  return encodeCode(bytes.subarray(0, inviteCodeChars))
}

/** The link of an invite; it opens the start page, as referral links do. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/?invite=${code}`
}

/** A code in groups of four, as it is read aloud or typed. */
export function groupInviteCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}
