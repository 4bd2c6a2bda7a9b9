// Below the composer in a sharing: how much later a teacher is heard whose picture stays.
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { StreamState } from '#features/streams/live-messages.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { mia, showChatPanel } from '#test/web/chat-panel.tsx'
import { serverNow } from '#web/server-clock.ts'
import { SharingDelay } from './sharing-delay.tsx'

afterEach(cleanup)

const sitting = sittingSharingAt(serverNow())

function delayHint(state: StreamState) {
  const message = { type: 'stream-changed', sittingId: sitting.id, version: 2, offsetMs: 0 } as const
  const streams = new Map([[sitting.id, { ...message, state, leadMs: 8_000 }]])
  return <SharingDelay host={{ id: 9, name: 'Ana Host' }} {...{ sitting, streams }} />
}

const sharing = { closesAt: serverNow() + 600_000, next: null, reflection: null }
const hint = () => screen.queryByText('Ana hears you at once; you hear Ana 8 s later')

test.each([
  ['in the sharing, while they speak', sharing, 'on', true],
  ['in the sharing, once they are silent', sharing, 'off', false],
  ['before it', null, 'on', false],
] as const)('[STREAM-23] %s', async (_, of, state, isSaid) => {
  await showChatPanel(mia, { sharing: of, delayHint: delayHint(state) })
  expect(hint() !== null).toBe(isSaid)
})
