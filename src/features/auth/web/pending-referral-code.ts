// The valid referral code of whoever is signing in: kept on this device until their registration was answered.
import { readDraft, writeDraft } from '#web/drafts.ts'

const draftName = 'referral'

/** Keeps the code for the signed-in identity; like every draft it is gone after sign-out. */
export function savePendingReferralCode(code: string): void {
  writeDraft(draftName, code)
}

export function readPendingReferralCode(): string | null {
  return readDraft(draftName)
}

export function clearPendingReferralCode(): void {
  writeDraft(draftName, '')
}
