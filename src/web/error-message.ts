// Error text of a failed call: the server's message and its validation issues.
import type { Issue } from '#shared/error-body.ts'
import { t } from '#shared/i18n/t.ts'
import { isCallError } from './call.ts'
import { ImportError } from './use-lazy-import.ts'

/** Shown when a part of the page is gone, as after a deploy: only a reload loads it. */
export const importFailedMessage = t('A part of this page didn’t load. Please reload the page and try again.')

/**
 * The server's message; `otherwise` where it sent none, for example without a connection. A part of the page that
 * didn't load has its own message.
 */
export function errorMessageOf(failure: unknown, otherwise: string): string {
  if (failure instanceof ImportError) return importFailedMessage
  return (isCallError(failure) ? failure.errorBody?.message : null) || otherwise
}

/** What the server objects to, as one sentence: the first validation issue says more than the message. */
export function objectionOf(failure: unknown, otherwise: string): string {
  return validationIssuesOf(failure)[0]?.message ?? errorMessageOf(failure, otherwise)
}

/** Whether someone else has changed the record since it was read. */
export function isChangedMeanwhile(failure: unknown): boolean {
  return isCallError(failure) && failure.errorBody?.code === 'changed_meanwhile'
}

/** Whether the call needs a recent proof of identity, such as the password. */
export function isReauthRequired(failure: unknown): boolean {
  return isCallError(failure) && failure.errorBody?.code === 'reauth_required'
}

/** The validation issues, shown beside their fields. */
export function validationIssuesOf(failure: unknown): readonly Issue[] {
  return (isCallError(failure) ? failure.errorBody?.issues : null) ?? []
}
