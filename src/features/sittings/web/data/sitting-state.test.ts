import { expect, test } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import type { Phase } from '../../phases.ts'
import { isOwnVideo, sittingState, type SittingState, type SittingStateInput } from './sitting-state.ts'

const seats = {
  none: { isTaken: false, isOnOwn: false },
  seated: { isTaken: true, isOnOwn: false },
  // After a reload, or with a level saved on another device.
  before: { isTaken: false, isOnOwn: false },
  left: { isTaken: true, isOnOwn: true },
}
type Moment = Phase | 'ahead' | 'silence'

function inputOf(moment: Moment, seat: keyof typeof seats, changes: Partial<SittingStateInput> = {}) {
  return {
    sitting: sittingSharingAt(1_795_287_900_000),
    phase: moment === 'ahead' ? 'open' : moment === 'silence' ? 'meditation' : moment,
    isSilence: moment === 'silence',
    isAhead: moment === 'ahead',
    seat: seats[seat],
    hasSat: seat !== 'none',
    isPlaying: false,
    isVideoOver: false,
    hasVideo: true,
    satToday: null,
    ...changes,
  } satisfies SittingStateInput
}
const stateOf = (...input: Parameters<typeof inputOf>) => sittingState(inputOf(...input))

/** The state in words: its kind, then what else it says. */
function summary(state: SittingState): string {
  const { underWay } = state
  const words: (string | null | false | undefined)[] = [state.kind]
  if (state.kind === 'gathering') words.push(state.isSeated && 'seated', state.video)
  if (state.kind === 'together') words.push(state.pace)
  words.push(underWay?.isArriving && 'arriving', underWay?.isMeditating && 'meditating')
  words.push(underWay?.isSharing && 'sharing')
  return words.filter(Boolean).join(' ')
}

test.each<[Moment, keyof typeof seats, string]>([
  ['open', 'none', 'own-pace'],
  ['ahead', 'none', 'own-pace'],
  ['doors', 'none', 'gathering arriving'],
  ['doors', 'seated', 'gathering seated group arriving'],
  ['doors', 'left', 'together own arriving'],
  ['gather', 'before', 'gathering arriving'],
  ['bell', 'none', 'gathering meditating'],
  ['bell', 'seated', 'gathering seated group meditating'],
  ['meditation', 'none', 'gathering joinable meditating'],
  ['meditation', 'seated', 'together group meditating'],
  ['meditation', 'before', 'gathering joinable meditating'],
  ['meditation', 'left', 'together own meditating'],
  ['silence', 'none', 'gathering meditating'],
  ['silence', 'seated', 'gathering seated meditating'],
  ['silence', 'left', 'together own meditating'],
  ['sharing', 'none', 'own-pace sharing'],
  ['sharing', 'seated', 'ending sharing'],
  ['sharing', 'before', 'ending sharing'],
  ['sharing', 'left', 'together own sharing'],
])('[PHASE-12, PHASE-14, QUIET-01] in the phase %s, with the seat %s: %s', (moment, seat, words) => {
  expect(summary(stateOf(moment, seat))).toBe(words)
})

test.each<[Moment, keyof typeof seats, string]>([
  ['doors', 'seated', 'gathering seated arriving'],
  ['bell', 'none', 'gathering meditating'],
  ['meditation', 'none', 'gathering meditating'],
  ['meditation', 'seated', 'gathering seated meditating'],
  ['meditation', 'left', 'gathering seated meditating'],
  ['sharing', 'left', 'ending sharing'],
])(
  '[SEQ-03, SEQ-06] a silence keeps its cover: in the phase %s, with the seat %s: %s',
  (moment, seat, words) => {
    expect(summary(stateOf(moment, seat, { hasVideo: false }))).toBe(words)
  },
)

test('[PHASE-09] a member who watches alone as the doors open isn’t interrupted before the bell', () => {
  const moments = ['doors', 'gather', 'bell', 'meditation', 'silence'] as const
  const own = moments.filter((moment) => isOwnVideo(stateOf(moment, 'none', { isPlaying: true })))
  const kinds = moments.map((moment) => stateOf(moment, 'none', { isPlaying: true }).kind)
  expect(own).toEqual(['doors', 'gather'])
  expect(isOwnVideo(stateOf('sharing', 'seated', { isPlaying: true }))).toBe(false)
  expect(kinds).toEqual(['own-pace', 'own-pace', 'gathering', 'gathering', 'gathering'])
})

test('[PHASE-09] a video that is shorter than measured is followed by the silence', () => {
  expect(summary(stateOf('meditation', 'seated', { isVideoOver: true }))).toBe(
    'gathering seated group meditating',
  )
})

test('[MED-49] the member’s day is shown at their own pace alone, and beside no sitting', () => {
  expect(stateOf('open', 'none', { satToday: 'over' })).toMatchObject({ satToday: 'over' })
  expect(stateOf('open', 'none', { sitting: null, satToday: 'after' })).toMatchObject({ satToday: 'after' })
  expect(stateOf('sharing', 'none', { satToday: 'over' })).toMatchObject({ satToday: null })
})
