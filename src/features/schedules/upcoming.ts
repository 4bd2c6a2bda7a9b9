// Upcoming schedules, for the dashboard.

/** Counts the active schedules from today on; `today` is a Chicago day. */
export function countUpcoming(
  schedules: readonly { date: string; isActive: boolean }[],
  today: string,
): number {
  return schedules.filter(({ date, isActive }) => isActive && date >= today).length
}
