// Which errors leave it unknown whether a write was committed.
import { isDatabaseUnavailable } from './database.ts'

// The statement was never sent, or the server reports a rollback.
const notCommittedCodes = new Set([
  '53300',
  '57014',
  '57P03',
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const notCommittedMessages = /^timeout exceeded when trying to connect/

/** Whether a failed write may have been committed nevertheless. */
export function isCommitUncertain(error: unknown): boolean {
  if (!(error instanceof Error) || !isDatabaseUnavailable(error)) return false
  const isUndone = 'code' in error && typeof error.code === 'string' && notCommittedCodes.has(error.code)
  return !isUndone && !notCommittedMessages.test(error.message)
}
