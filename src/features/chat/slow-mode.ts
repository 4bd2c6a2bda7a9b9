// Slow mode: the seconds that a member waits between two messages; 0 for none.

export const slowSecondsChoices = [0, 5, 15, 30, 60, 120] as const
export type SlowSeconds = (typeof slowSecondsChoices)[number]
