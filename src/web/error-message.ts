// Error text of a failed call: the server's message and its validation issues.
import type { Issue } from '#shared/error-body.ts'
import { isCallError } from './call.ts'

/** The server's message; `otherwise` where it sent none, for example without a connection. */
export function errorMessageOf(failure: unknown, otherwise: string): string {
  return (isCallError(failure) ? failure.errorBody?.message : null) || otherwise
}

/** What the server objects to, as one sentence: the first validation issue says more than the message. */
export function objectionOf(failure: unknown, otherwise: string): string {
  return validationIssuesOf(failure)[0]?.message ?? errorMessageOf(failure, otherwise)
}

/** The validation issues, shown beside their fields. */
export function validationIssuesOf(failure: unknown): readonly Issue[] {
  return (isCallError(failure) ? failure.errorBody?.issues : null) ?? []
}
