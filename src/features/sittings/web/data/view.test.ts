import { expect, test } from 'vitest'
import type { Phase } from '../../phases.ts'
import { sittingView, type SittingView, type ViewFacts } from './view.ts'

const seats = {
  none: { isTaken: false, isOnOwn: false },
  seated: { isTaken: true, isOnOwn: false },
  // After a reload, or with a level saved on another device.
  before: { isTaken: false, isOnOwn: false },
  left: { isTaken: true, isOnOwn: true },
}
type Moment = Phase | 'ahead' | 'silence'

function view(moment: Moment, seat: keyof typeof seats, changes: Partial<ViewFacts> = {}): SittingView {
  return sittingView({
    phase: moment === 'ahead' ? 'open' : moment === 'silence' ? 'meditation' : moment,
    isSilence: moment === 'silence',
    isAhead: moment === 'ahead',
    seat: seats[seat],
    hasSat: seat !== 'none',
    isPlaying: false,
    isVideoOver: false,
    ...changes,
  })
}

type Row = [Moment, keyof typeof seats, SittingView['stage'], SittingView['group'], string]
const rows: Row[] = [
  ['open', 'none', 'own', null, 'entry new-day'],
  ['ahead', 'none', 'own', null, 'entry new-day'],
  ['doors', 'none', 'cover', null, 'unlisted help'],
  ['doors', 'seated', 'cover', 'in', 'unlisted help'],
  ['gather', 'before', 'cover', null, 'unlisted help'],
  ['bell', 'none', 'cover', null, 'help'],
  ['bell', 'seated', 'cover', 'in', 'help'],
  ['meditation', 'none', 'cover', 'joinable', 'help'],
  ['meditation', 'seated', 'group', 'in', 'help'],
  ['meditation', 'before', 'cover', 'joinable', 'help'],
  ['meditation', 'left', 'own', 'left', 'help'],
  ['silence', 'none', 'cover', null, 'help'],
  ['silence', 'seated', 'cover', null, 'help'],
  ['silence', 'left', 'own', 'left', 'help'],
  ['sharing', 'none', 'own', null, 'help thanks reflection'],
  ['sharing', 'seated', 'ending', null, 'help thanks after'],
  ['sharing', 'before', 'ending', null, 'help thanks after'],
  ['sharing', 'left', 'own', 'left', 'help thanks after reflection'],
]

test.each(rows)(
  '[PHASE-12] [PHASE-14] in the phase %s, with the seat %s, the stage is %s',
  (moment, seat, stage, group, offers) => {
    expect(view(moment, seat)).toMatchObject({ stage, group, offers: offers.split(' ') })
  },
)

test('[PHASE-09] a member who watches alone as the doors open isn’t interrupted before the bell', () => {
  const stages = (['doors', 'gather', 'bell', 'meditation', 'silence'] as const).map(
    (moment) => view(moment, 'none', { isPlaying: true }).stage,
  )
  expect(stages).toEqual(['own', 'own', 'cover', 'cover', 'cover'])
})

test('[PHASE-09] a video that is shorter than measured is followed by the silence', () => {
  expect(view('meditation', 'seated', { isVideoOver: true }).stage).toBe('cover')
})

test('[QUIET-01] [PHASE-07] the chat is paused from the bell to the sharing; the line names the next event', () => {
  const moments = ['open', 'ahead', 'doors', 'gather', 'bell', 'meditation', 'silence', 'sharing'] as const
  const summaries = moments.map((moment) => {
    const { chat, times } = view(moment, 'none')
    return `${moment}: ${chat}, ${times}`
  })
  expect(summaries).toEqual([
    'open: open, null',
    'ahead: open, ahead',
    'doors: open, under-way',
    'gather: open, under-way',
    'bell: paused, under-way',
    'meditation: paused, under-way',
    'silence: paused, under-way',
    'sharing: open, sharing',
  ])
})
