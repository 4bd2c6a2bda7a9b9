// Phases of a sitting: what is on at a moment of the room clock. Pure, so that all nodes and pages agree (PHASE-04).
import type { Sitting } from './sitting.ts'

/** The timeline of a sitting, in epoch milliseconds. */
export type Timeline = Pick<
  Sitting,
  'doorsAt' | 'gatherAt' | 'startsAt' | 'videoAt' | 'sharingAt' | 'endsAt' | 'cancelled'
>

/**
 * `open` before the doors and after the sharing: everyone watches on their own. `doors`: people arrive. `gather`:
 * the last seconds before the bell. `bell`: it sounds. `meditation`: the video, then silence. `sharing`: the chat is
 * open again.
 */
export type Phase = 'open' | 'doors' | 'gather' | 'bell' | 'meditation' | 'sharing'

/** The phase at a moment of the room clock; `open` on a day without a sitting (PHASE-04). */
export function phaseAt(timeline: Timeline | null, nowMs: number): Phase {
  if (timeline === null || timeline.cancelled) return 'open'
  if (nowMs < timeline.doorsAt || nowMs >= timeline.endsAt) return 'open'
  if (nowMs >= timeline.sharingAt) return 'sharing'
  if (nowMs >= timeline.videoAt) return 'meditation'
  if (nowMs >= timeline.startsAt) return 'bell'
  return nowMs >= timeline.gatherAt ? 'gather' : 'doors'
}

/** When the video ends and the silence begins. */
export function silenceAt({ videoAt, mediaSeconds }: Pick<Sitting, 'videoAt' | 'mediaSeconds'>): number {
  return videoAt + Math.round(mediaSeconds * 1_000)
}

/** Milliseconds until the phase changes or the silence begins; null if neither will. */
export function msToNextPhase(
  timeline: (Timeline & Pick<Sitting, 'mediaSeconds'>) | null,
  nowMs: number,
): number | null {
  if (timeline === null || timeline.cancelled) return null
  const { doorsAt, gatherAt, startsAt, videoAt, sharingAt, endsAt } = timeline
  const next = Math.min(
    ...[doorsAt, gatherAt, startsAt, videoAt, silenceAt(timeline), sharingAt, endsAt].filter(
      (atMs) => atMs > nowMs,
    ),
  )
  return Number.isFinite(next) ? next - nowMs : null
}

/**
 * The places around the picture that nothing takes or gives up by itself (LIGHT-01). `all`: around the bell and the end.
 * `lines`: between the two, those of lines below the bar.
 */
export type HeldPlaces = 'all' | 'lines' | null

/** From when to when: a second more than nothing may move, for what is on its way. */
const aroundBellMs = { before: 2_000, after: 3_000 }
const aroundEndMs = { before: 1_000, after: 7_000 }

/** The held places, and in how many milliseconds they change; null for never. */
export function heldPlacesAt(
  timeline: Pick<Timeline, 'startsAt' | 'sharingAt' | 'cancelled'> | null,
  nowMs: number,
): { held: HeldPlaces; leftMs: number | null } {
  if (timeline === null || timeline.cancelled) return { held: null, leftMs: null }
  const { startsAt, sharingAt } = timeline
  const spans: readonly { untilMs: number; held: HeldPlaces }[] = [
    { untilMs: startsAt - aroundBellMs.before, held: null },
    { untilMs: startsAt + aroundBellMs.after, held: 'all' },
    { untilMs: sharingAt - aroundEndMs.before, held: 'lines' },
    { untilMs: sharingAt + aroundEndMs.after, held: 'all' },
  ]
  const span = spans.find(({ untilMs }) => nowMs < untilMs)
  return { held: span?.held ?? null, leftMs: span ? span.untilMs - nowMs : null }
}

/** Whether the doors are still closed, and will open. */
export function isAhead(timeline: Timeline | null, nowMs: number): boolean {
  return timeline !== null && !timeline.cancelled && nowMs < timeline.doorsAt
}

/** Whether the doors have opened, whatever came after. */
export function hasOpened({ doorsAt }: Pick<Timeline, 'doorsAt'>, nowMs: number): boolean {
  return nowMs >= doorsAt
}

/** Milliseconds to a bell; negative once it has rung. */
export function msToBell(startsAt: number, nowMs: number): number {
  return startsAt - nowMs
}

/** Whether the bell has rung. */
export function hasRung({ startsAt }: Pick<Timeline, 'startsAt'>, nowMs: number): boolean {
  return nowMs >= startsAt
}

/** Whether its sharing is over. */
export function isOver({ endsAt }: Pick<Timeline, 'endsAt'>, nowMs: number): boolean {
  return nowMs >= endsAt
}

/** Whether the sharing has opened, whatever came after. */
export function hasShared({ sharingAt }: Pick<Timeline, 'sharingAt'>, nowMs: number): boolean {
  return nowMs >= sharingAt
}

/** Whether the chat is paused in a phase: only moderators write while everyone sits (QUIET-01). */
export function isChatPaused(phase: Phase): boolean {
  return phase === 'bell' || phase === 'meditation'
}

/** When the chat opens again, in epoch milliseconds; null while it is open (QUIET-01). */
export function chatPausedUntilMs(timeline: Timeline | null, nowMs: number): number | null {
  return timeline !== null && isChatPaused(phaseAt(timeline, nowMs)) ? timeline.sharingAt : null
}

/** Whether the doors are open, or the sitting or its sharing is on. */
export function isUnderWay(timeline: Timeline | null, nowMs: number): boolean {
  return phaseAt(timeline, nowMs) !== 'open'
}
