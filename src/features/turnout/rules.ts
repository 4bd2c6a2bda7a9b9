// Turnout rules: which numbers are published to whom.
/** Below this number moderators see no number: in a small group it would name people (SCH-39). */
const publishedTurnoutMin = 5

/** The number that a moderator or an administrator sees; null for 'fewer than five' (SCH-39). */
export function publishedTurnout(count: number, { isAdmin }: { isAdmin: boolean }): number | null {
  return isAdmin || count >= publishedTurnoutMin ? count : null
}
