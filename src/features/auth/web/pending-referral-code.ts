// Pending referral code: a valid code, stored on this device until the registration succeeds.
import { readDraft, writeDraft } from '#web/drafts.ts'

const draftName = 'referral'

/** Stored as a draft of the signed-in identity, so sign-out deletes it. */
export function savePendingReferralCode(code: string): void {
  writeDraft(draftName, code)
}

export function readPendingReferralCode(): string | null {
  return readDraft(draftName)
}

export function clearPendingReferralCode(): void {
  writeDraft(draftName, '')
}
