// Banned error: what a banned member is told, with the reason in their language and the end of the ban.
import { timestampToMs } from '#shared/day.ts'
import { reasonText, type DecisionReason } from '#shared/decision-reasons.ts'
import { appError, type AppError } from './app-error.ts'

/** A ban as `users` has it. */
export interface BanTerms {
  /** As typed, or in the language of who chose it from the list. */
  bannedReason: string | null
  /** Of the community's list, in all languages; null for a typed one. */
  bannedReasonEntry: DecisionReason | null
  /** Null for good. */
  bannedUntil: string | null
}

/** The reason in the reader's language; empty without one. */
export function banReasonText({ bannedReason, bannedReasonEntry }: Omit<BanTerms, 'bannedUntil'>): string {
  return bannedReasonEntry ? reasonText(bannedReasonEntry) : (bannedReason ?? '')
}

export function bannedError(ban: BanTerms): AppError {
  return appError('banned', {
    reason: banReasonText(ban),
    ...(ban.bannedUntil === null ? {} : { untilMs: timestampToMs(ban.bannedUntil) }),
  })
}
