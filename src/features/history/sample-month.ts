// Sample data: a plausible month, mostly rises, with some falls, gaps and incomplete days.
import { message, type Message } from '#shared/i18n/t.ts'

interface SampleEntry {
  /** The level that members see, 0 to 7. */
  index: number
  comment: Message | null
}

export interface SampleDay {
  pre: SampleEntry | null
  post: SampleEntry | null
  /** The duration and start of the sitting, in minutes; the start counts from midnight. */
  minutes: number
  startMinute: number
}

const earlyMinute = 6 * 60 + 35
const lateMinute = 20 * 60 + 10

/** Thirty days, oldest first; null for a day without entries. */
export const sampleMonth: readonly (SampleDay | null)[] = [
  earlyDay(12, sampleEntry(1), sampleEntry(2, message('First day of a new try. Ten minutes felt long.'))),
  earlyDay(10, sampleEntry(2), sampleEntry(3)),
  earlyDay(
    14,
    sampleEntry(1, message('Slept badly.')),
    sampleEntry(3, message('Less fog. The long exhale does something.')),
  ),
  null,
  lateDay(8, sampleEntry(3), null),
  earlyDay(15, sampleEntry(2), sampleEntry(4)),
  earlyDay(18, sampleEntry(3), sampleEntry(2, message('Old worries came up, and I let them sit beside me.'))),
  earlyDay(
    15,
    sampleEntry(0, message('Felt nothing at all this morning.')),
    sampleEntry(3, message('Noticed the birds at last.')),
  ),
  earlyDay(16, sampleEntry(2), sampleEntry(4)),
  null,
  lateDay(
    22,
    sampleEntry(3, message('A long day of meetings.')),
    sampleEntry(5, message('Shoulders down. Could speak kindly at supper.')),
  ),
  earlyDay(20, sampleEntry(3), sampleEntry(3, message('Just as I came. That is fine too.'))),
  earlyDay(18, sampleEntry(2), sampleEntry(5)),
  earlyDay(11, null, sampleEntry(4, message('Forgot to check in before I started.'))),
  earlyDay(
    24,
    sampleEntry(4),
    sampleEntry(
      5,
      message(
        'Sat by the window while it snowed. For a while I counted breaths, then I forgot the numbers, and then I forgot that I was counting.\nAfterwards the tea tasted of more than tea. I want to remember that it was not a special morning: I was tired, the room was cold, and I nearly went back to bed. What helped was lighting the lamp first, and deciding only about the next breath. The rest came by itself, and went on quietly until noon.',
      ),
    ),
  ),
  earlyDay(20, sampleEntry(3), sampleEntry(5)),
  null,
  lateDay(26, sampleEntry(4), sampleEntry(3, message('Too much coffee. Stayed to the end anyway.'))),
  earlyDay(21, sampleEntry(3), sampleEntry(5)),
  earlyDay(9, sampleEntry(4), null),
  earlyDay(24, sampleEntry(4), sampleEntry(6, message('Warm hands, quiet head.'))),
  earlyDay(23, sampleEntry(3), sampleEntry(5)),
  earlyDay(28, sampleEntry(4, message('Looking forward to it, for once.')), sampleEntry(6)),
  null,
  lateDay(
    30,
    sampleEntry(2, message('Heavy news today.')),
    sampleEntry(5, message('Still heavy. Carried by many, though.')),
  ),
  earlyDay(25, sampleEntry(4), sampleEntry(6)),
  earlyDay(32, sampleEntry(5), sampleEntry(6, message('Listened to the rain with everybody.'))),
  earlyDay(27, sampleEntry(5), sampleEntry(4)),
  earlyDay(35, sampleEntry(4), sampleEntry(7, message('For a moment nothing was missing.'))),
  earlyDay(30, sampleEntry(5), sampleEntry(7)),
]

function sampleEntry(index: number, comment: Message | null = null): SampleEntry {
  return { index, comment }
}

function earlyDay(minutes: number, pre: SampleEntry | null, post: SampleEntry | null): SampleDay {
  return { pre, post, minutes, startMinute: earlyMinute }
}

function lateDay(minutes: number, pre: SampleEntry | null, post: SampleEntry | null): SampleDay {
  return { pre, post, minutes, startMinute: lateMinute }
}
