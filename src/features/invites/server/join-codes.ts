// Join codes in the texts of newcomers: which exist.
import { findJoinCodes, type JoinCode } from '#features/referrals/codes.ts'
import type { Executor } from '#server/db/database.ts'
import { findJoinCodesIn } from './sql.ts'

/** Of each text the first code that exists, if any (REF-05, COM-06). */
export async function resolveJoinCodes(
  db: Executor,
  texts: readonly string[],
  now: Date,
): Promise<JoinCode[]> {
  const codesOfTexts = texts.map(findJoinCodes)
  const codes = codesOfTexts.flat()
  const known = codes.length === 0 ? [] : await findJoinCodesIn(db, codes, now)
  return codesOfTexts.flatMap((codes) =>
    codes.flatMap((code) => known.find((one) => one.code === code) ?? []).slice(0, 1),
  )
}
