// What moderators told a member: one card at a time until it is seen, silent while everyone sits.
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OwnMute } from '#features/chat/writing-limits.ts'
import { careTextCalls } from '#features/community/contract.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { publishMemberMessage } from '#web/live/member-messages.ts'
import { serverNow } from '#web/server-clock.ts'
import { setMeditating } from '#web/visit-state.ts'
import { memberModerationCalls, type ModerationMessage } from '../member-contract.ts'
import { ModerationMessages } from './moderation-messages.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  setMeditating(false)
})

const told = (id: number, more: Partial<ModerationMessage> = {}): ModerationMessage => ({
  id,
  kind: 'removed',
  text: 'Buy my crystals',
  reason: 'It was trying to sell something.',
  sentence: '',
  untilAt: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  isSeen: false,
  ...more,
})
const respond = (...messages: ModerationMessage[]) =>
  server.respond(memberModerationCalls.moderationMessages, { mute: null, messages })

function show(onAnswer: (() => void) | null = null) {
  const onMute = vi.fn<(mute: OwnMute | null) => void>()
  renderScreen(<ModerationMessages onMute={onMute} onAnswer={onAnswer} />)
  return { user: setUpUser(), onMute }
}
const card = () => screen.queryByRole('region', { name: 'From the garden angels' })
const findCard = () => screen.findByRole('region', { name: 'From the garden angels' })

it('[MOD-06] says what, why and how to answer, signed by the garden angels, until it is seen', async () => {
  respond(told(4, { sentence: 'Please not here.' }), told(3, { isSeen: true }))
  const { user } = show()
  const { textContent } = await findCard()
  for (const part of [
    'Your message was removed',
    'Buy my crystals',
    'It was trying to sell something.',
    'Please not here.',
    '— the garden angels',
    'you can answer from this message in the room',
  ])
    expect(textContent).toContain(part)
  expect(screen.getByRole('status').textContent).toContain('The garden angels have written to you.')
  server.respond(memberModerationCalls.seeModerationMessage, { success: true })
  respond(told(4, { isSeen: true }))
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(card()).toBeNull())
  expect(server.calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/account/moderation-messages/4',
    body: { isSeen: true },
  })
})

it('[MOD-06] shows the oldest first, one at a time, and one that wasn’t saved again', async () => {
  respond(told(5, { kind: 'reminded' }), told(4))
  const { user } = show()
  expect((await findCard()).textContent).toContain('Your message was removed')
  server.failConnection(memberModerationCalls.seeModerationMessage)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(card()?.textContent).toContain('Your message was removed'))
})

it('[MOD-06, MOD-11] says until when a mute lasts, and hands it to the chat', async () => {
  const untilMs = serverNow() + 600_000
  const mute = { untilAt: new Date(untilMs).toISOString(), reason: 'It was unkind.' }
  server.respond(memberModerationCalls.moderationMessages, {
    mute,
    messages: [told(4, { kind: 'muted', text: '', reason: 'It was unkind.', untilAt: mute.untilAt })],
  })
  const { onMute } = show()
  expect((await findCard()).textContent).toContain('You can’t write in the chat until ')
  expect(onMute.mock.lastCall).toEqual([{ untilMs, reason: 'It was unkind.' }])
  respond(told(5, { kind: 'undone', text: '' }))
  act(() => publishMemberMessage({ type: 'moderation-messages-updated' }))
  await waitFor(() => expect(card()?.textContent).toContain('That was undone'))
  expect(onMute.mock.lastCall).toEqual([null])
})

it('[MOD-06, CARE-04] offers support with kind words, a moderator’s sentence and the places to turn to', async () => {
  const resource = { name: 'Telefonseelsorge', contact: '0800 1110111', where: 'Germany' }
  server.respond(careTextCalls.care, { text: 'Breathe.', language: 'en', resources: [resource] })
  respond(told(4, { kind: 'supported', text: '', reason: null, sentence: 'Call me any time.' }))
  show(() => {})
  const { textContent } = await findCard()
  for (const part of ['We’re thinking of you', 'How are you?', 'Call me any time.', '— the garden angels'])
    expect(textContent).toContain(part)
  expect((await screen.findByRole('link', { name: '0800 1110111' })).getAttribute('href')).toBe(
    'tel:08001110111',
  )
  expect(screen.getByRole('button', { name: 'Write to the garden angels' })).toBeTruthy()
})

it('[MOD-07] thanks a reporter, and says nothing of what was done', async () => {
  respond(told(4, { kind: 'thanked', text: '', reason: null }))
  show(() => {})
  const { textContent } = await findCard()
  expect(textContent).toContain('Thank you, someone has reviewed it')
  expect(textContent).not.toContain('you can answer')
  expect(screen.queryByRole('button', { name: 'Write to the garden angels' })).toBeNull()
})

it('[MOD-06, PHASE-11] is silent from the bell to the end of the silence', async () => {
  setMeditating(true)
  respond(told(4))
  const { onMute } = show()
  await waitFor(() => expect(onMute).toHaveBeenCalled())
  expect(card()).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => setMeditating(false))
  expect(await findCard()).toBeTruthy()
})

it('[MOD-06] leads to a garden angel where one can be asked', async () => {
  respond(told(4))
  const onAnswer = vi.fn<() => void>()
  const { user } = show(onAnswer)
  await user.click(await screen.findByRole('button', { name: 'Write to the garden angels' }))
  expect(onAnswer).toHaveBeenCalledTimes(1)
})
