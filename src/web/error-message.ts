// What the server said of a call that failed, for the place where it was made.
import type { Issue } from '#shared/error-body.ts'
import { isCallError } from './call.ts'

/** The server's own sentence; `otherwise` where it gave none, as without a connection. */
export function errorMessageOf(failure: unknown, otherwise: string): string {
  return (isCallError(failure) ? failure.refusal?.message : null) || otherwise
}

/** What stands beside the fields. */
export function validationIssuesOf(failure: unknown): readonly Issue[] {
  return (isCallError(failure) ? failure.refusal?.issues : null) ?? []
}
