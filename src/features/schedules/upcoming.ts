// The schedules that are still to come, for the dashboard.

/** How many active ones there are of today or later; `today` is a Chicago day. */
export function countUpcoming(
  schedules: readonly { date: string; isActive: boolean }[],
  today: string,
): number {
  return schedules.filter(({ date, isActive }) => isActive && date >= today).length
}
