// A believable month to try the screens with: mostly lighter afterwards, some falls, gaps and half-noted days.

interface SampleNote {
  /** The level that people see, 0 to 7. */
  index: number
  comment: string | null
}

export interface SampleDay {
  pre: SampleNote | null
  post: SampleNote | null
  /** How long was sat, and when it began, in minutes of the day. */
  minutes: number
  startMinute: number
}

const earlyMinute = 6 * 60 + 35
const lateMinute = 20 * 60 + 10

/** Thirty days, the oldest first; null for a day on which nothing was noted. */
export const sampleMonth: readonly (SampleDay | null)[] = [
  early(12, note(1), note(2, 'First day of a new try. Ten minutes felt long.')),
  early(10, note(2), note(3)),
  early(14, note(1, 'Slept badly.'), note(3, 'Less fog. The long exhale does something.')),
  null,
  late(8, note(3), null),
  early(15, note(2), note(4)),
  early(18, note(3), note(2, 'Old worries came up, and I let them sit beside me.')),
  early(15, note(0, 'Felt nothing at all this morning.'), note(3, 'Noticed the birds at last.')),
  early(16, note(2), note(4)),
  null,
  late(22, note(3, 'A long day of meetings.'), note(5, 'Shoulders down. Could speak kindly at supper.')),
  early(20, note(3), note(3, 'Just as I came. That is fine too.')),
  early(18, note(2), note(5)),
  early(11, null, note(4, 'Forgot to note how I came in.')),
  early(
    24,
    note(4),
    note(
      5,
      'Sat by the window while it snowed. For a while I counted breaths, then I forgot the numbers, and then I forgot that I was counting.\nAfterwards the tea tasted of more than tea. I want to remember that it was not a special morning: I was tired, the room was cold, and I nearly went back to bed. What helped was lighting the lamp first, and deciding only about the next breath. The rest came by itself, and went on quietly until noon.',
    ),
  ),
  early(20, note(3), note(5)),
  null,
  late(26, note(4), note(3, 'Too much coffee. Stayed to the end anyway.')),
  early(21, note(3), note(5)),
  early(9, note(4), null),
  early(24, note(4), note(6, 'Warm hands, quiet head.')),
  early(23, note(3), note(5)),
  early(28, note(4, 'Looking forward to it, for once.'), note(6)),
  null,
  late(30, note(2, 'Heavy news today.'), note(5, 'Still heavy. Carried by many, though.')),
  early(25, note(4), note(6)),
  early(32, note(5), note(6, 'Listened to the rain with everybody.')),
  early(27, note(5), note(4)),
  early(35, note(4), note(7, 'For a moment nothing was missing.')),
  early(30, note(5), note(7)),
]

function note(index: number, comment: string | null = null): SampleNote {
  return { index, comment }
}

function early(minutes: number, pre: SampleNote | null, post: SampleNote | null): SampleDay {
  return { pre, post, minutes, startMinute: earlyMinute }
}

function late(minutes: number, pre: SampleNote | null, post: SampleNote | null): SampleDay {
  return { pre, post, minutes, startMinute: lateMinute }
}
