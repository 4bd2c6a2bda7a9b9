// YouTube's frame: which of them stays in which stage.
import { expect, test } from 'vitest'
import type { PlayerGroup } from '#web/player/group/use-group-playback.ts'
import { nextFrame } from './youtube-video.tsx'

const group: PlayerGroup = {
  title: 'Still water',
  audience: '',
  startsAtMs: 0,
  mediaSeconds: 600,
  bellAtMs: 600_000,
  keepsTempo: false,
  isOnOwn: false,
  setOnOwn: () => {},
  afterwardsLabel: null,
  onOver: () => {},
  actionsContainer: null,
}

test('[SYNC-31, STAGE-04] no frame plays under a cover or an ending, except the one that was watched to its end', () => {
  for (const frame of ['own', 'group', 'left'] as const) expect(nextFrame(frame, null, 'cover')).toBe('none')
  expect(nextFrame('left', null, 'ending')).toBe('none')
  expect(nextFrame('group', null, 'ending')).toBe('none')
  expect(nextFrame('own', null, 'ending')).toBe('own')
  expect(nextFrame('left', null, 'own')).toBe('left')
  // Before its start the group's frame loads below the cover.
  expect(nextFrame('none', group, 'cover')).toBe('group')
  expect(nextFrame('group', { ...group, isOnOwn: true }, 'own')).toBe('left')
})
