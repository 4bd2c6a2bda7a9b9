// Which failures leave it open whether a write was committed.
import { isDatabaseUnavailable } from './db.ts'

// Nothing was sent yet, or the server itself says that nothing came of it.
const undoneCodes = new Set(['53300', '57014', '57P03', 'ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN'])
const undoneTexts = /^timeout exceeded when trying to connect/

/** Whether a write that failed so may have been committed all the same. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Error) || !isDatabaseUnavailable(error)) return false
  const isUndone = 'code' in error && typeof error.code === 'string' && undoneCodes.has(error.code)
  return !isUndone && !undoneTexts.test(error.message)
}
