// Which failures leave it open whether a write was committed.
import { isDatabaseUnavailable } from './db.ts'

// Nothing was sent yet, or the server itself says that nothing came of it.
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

/** Whether a write that failed so may have been committed all the same. */
export function isCommitUncertain(error: unknown): boolean {
  if (!(error instanceof Error) || !isDatabaseUnavailable(error)) return false
  const isUndone = 'code' in error && typeof error.code === 'string' && notCommittedCodes.has(error.code)
  return !isUndone && !notCommittedMessages.test(error.message)
}
