// The stream in the menu of a sitting: what it offers when, each after a confirmation, by keyboard too.
import { screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { streamSharingAt } from '#test/streams/fake-stream.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { streamsCalls, type Stream } from '../contract.ts'
import { streamErrors } from '../errors.ts'
import { streamHostingCalls } from '../hosting-contract.ts'
import { StreamDialog, StreamItems } from './stream-actions.tsx'

const stream: Stream = {
  ...streamSharingAt(Date.UTC(2026, 10, 21, 19)),
  sittingId: 7,
  version: 3,
  state: 'on',
  leadMs: 9_000,
  teacher: { id: 5, name: 'Ana' },
}

function HostMenu() {
  const [action, setAction] = useState<string | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Menu trigger={<Button ref={trigger}>Host</Button>}>
        <StreamItems sitting={{ id: 7 }} onSelect={setAction} />
      </Menu>
      {action !== null && (
        <StreamDialog sittingId={7} action={action} returnFocusTo={trigger} onClose={() => setAction(null)} />
      )}
    </>
  )
}

async function open(fields: Partial<Stream> = {}) {
  const server = startFakeServer()
  server.respond(streamsCalls.stream, { ...stream, ...fields })
  renderScreen(<HostMenu />)
  const user = setUpUser()
  screen.getByRole('button', { name: 'Host' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.count(streamsCalls.stream)).toBe(1))
  return { server, user }
}
const items = () => screen.findAllByRole('menuitem').then((all) => all.map(({ textContent }) => textContent))
const sent = (server: FakeServer) => server.calls.findLast(({ method }) => method !== 'GET')
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

it.each<[string, Partial<Stream>, string[]]>([
  ['on', {}, ['End the picture…', 'Time behind the teacher…']],
  ['off', { state: 'off' }, ['Time behind the teacher…']],
  ['ended', { state: 'ended' }, ['Show the picture again…', 'Time behind the teacher…']],
  ['ended by a moderator', { state: 'ended', mayStart: false }, ['Time behind the teacher…']],
  [
    'on at an address',
    { place: 'address' },
    ['End the picture…', 'Time behind the teacher…', 'Key for an encoder…'],
  ],
])('[STREAM-26] [STREAM-20] a stream that is %s offers its own', async (_, fields, expected) => {
  await open(fields)
  expect(await items()).toEqual(expected)
})

it('[STREAM-26] nothing outside its time', async () => {
  await open({ isOpen: false })
  expect(screen.queryByRole('menuitem')).toBeNull()
})

it('[STREAM-26] ends the picture after a confirmation, by keyboard; a failure is said there', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const { server, user } = await open()
  await screen.findByRole('menuitem', { name: 'End the picture…' })
  await user.keyboard('{ArrowDown}{Enter}')
  await screen.findByRole('dialog', { name: 'End the picture?' })
  server.failWith(streamsCalls.endStream, 'forbidden')
  await user.click(screen.getByRole('button', { name: 'End the picture' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  server.respond(streamsCalls.endStream, { ...stream, state: 'ended' })
  await user.click(screen.getByRole('button', { name: 'End the picture' }))
  await isClosed()
  expect(sent(server)?.path).toBe('/api/sittings/7/stream/end')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Host'))
})

it('[STREAM-14] shows an ended picture again', async () => {
  const { server, user } = await open({ state: 'ended' })
  await user.click(await screen.findByRole('menuitem', { name: 'Show the picture again…' }))
  server.respond(streamHostingCalls.startStream, { ...stream, state: 'off' })
  await user.click(screen.getByRole('button', { name: 'Show it' }))
  await isClosed()
  expect(sent(server)?.path).toBe('/api/sittings/7/stream/start')
})

it('[STREAM-04] sets the lead, and has it measured again', async () => {
  const { server, user } = await open()
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('menuitem', { name: 'Time behind the teacher…' }))
    await user.click(await screen.findByRole('radio', { name }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await isClosed()
  }
  server.respond(streamHostingCalls.setLead, stream)
  await choose('20 s')
  expect(sent(server)?.body).toEqual({ seconds: 20 })
  server.respond(streamsCalls.stream, { ...stream, chosenLeadMs: 20_000, leadMs: 20_000 })
  await user.click(screen.getByRole('button', { name: 'Host' }))
  await choose('As measured')
  expect(sent(server)?.body).toEqual({ seconds: null })
})

it('[STREAM-20] shows a key once; before its time the reason', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const { server, user } = await open({ place: 'address', state: 'off' })
  await user.click(await screen.findByRole('menuitem', { name: 'Key for an encoder…' }))
  server.failWith(streamHostingCalls.renewStreamKey, streamErrors.stream_too_early)
  await user.click(screen.getByRole('button', { name: 'Make a key' }))
  expect((await screen.findByRole('alert')).textContent).toContain('an hour before the doors')
  const key = { server: 'rtmps://live.example.com:1936/live', streamKey: 'ana?key=K' }
  server.respond(streamHostingCalls.renewStreamKey, key)
  await user.click(screen.getByRole('button', { name: 'Make a key' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Server')).value).toBe(key.server)
  expect(screen.getByLabelText<HTMLInputElement>('Stream key').value).toBe(key.streamKey)
  await user.keyboard('{Escape}')
  await isClosed()
  await user.click(screen.getByRole('button', { name: 'Host' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Key for an encoder…' }))
  expect(screen.queryByLabelText('Stream key')).toBeNull()
})
