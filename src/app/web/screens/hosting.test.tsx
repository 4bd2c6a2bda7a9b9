// /hosting, and the dialog by which an administrator chooses who holds a sitting.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { hostsCalls, type HeldSitting } from '#features/hosts/contract.ts'
import { hostErrors } from '#features/hosts/errors.ts'
import { ChooseHostDialog } from '#features/hosts/web/choose-host-dialog.tsx'
import { HeldSittings } from '#features/hosts/web/held-sittings.tsx'
import { schedulesCalls } from '#features/schedules/contract.ts'
import { minuteMs } from '#shared/durations.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderWithRouter } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'

const ana = { id: 5, name: 'Ana' }
const ben = { id: 6, name: 'Ben' }
const startsAt = Temporal.Instant.from('2026-11-22T01:00:00Z').epochMilliseconds

const held = (scheduleId: number, fields: Partial<HeldSitting> = {}): HeldSitting => ({
  scheduleId,
  sittingId: 10_000 + scheduleId,
  date: '2026-11-21',
  title: `Sitting ${scheduleId}`,
  language: null,
  startsAt,
  doorsAt: startsAt - 15 * minuteMs,
  isCancelled: false,
  livePlace: null,
  isSeries: false,
  host: null,
  deskSittingId: null,
  ...fields,
})

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  setBrowserZone('America/Chicago')
  vi.setSystemTime('2026-11-21T18:00:00.000Z')
  server.respond(hostsCalls.pastSittings, [])
})

function show(...rows: HeldSitting[]) {
  server.respond(hostsCalls.heldSittings, rows)
  renderWithRouter(<HeldSittings title="Hold a sitting" ownId={ana.id} renderActions={() => null} />)
  return setUpUser()
}
const region = (name: string) => screen.findByRole('region', { name })
const button = (name: string) => screen.findByRole('button', { name })

test('[TEACH-02] who may host takes a free one, or it and the later ones, and gives it back', async () => {
  const user = show(held(1), held(2, { isSeries: true }), held(3, { host: ben }))
  const free = within(await region('Sittings that need a host'))
  expect(free.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Sitting 1',
    'Sitting 2',
  ])
  expect(screen.getByText('You hold no sitting yet.')).toBeTruthy()
  server.respond(hostsCalls.setHost, { hostId: ana.id, schedules: 3 })
  server.respond(hostsCalls.heldSittings, [held(1), held(2, { isSeries: true, host: ana })])
  await user.click(await button('I will, from here on: Sitting 2, Saturday, November 21 · 7:00 PM'))
  const own = within(await region('Your sittings'))
  await own.findByText('Sitting 2')
  expect(server.calls.find(({ body }) => body !== undefined)?.body).toEqual({ hostId: ana.id, scope: 'from' })
  // The pressed button is gone; reading goes on where it is now.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your sittings'))
  server.respond(hostsCalls.removeHost, { success: true })
  server.respond(hostsCalls.heldSittings, [held(1), held(2)])
  await user.click(await button('Give it back: Sitting 2, Saturday, November 21 · 7:00 PM'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Sittings that need a host'))
})

test('[TEACH-02] the sittings come by weeks, each with its name', async () => {
  show(held(1), held(2, { date: '2026-11-23' }), held(3, { date: '2026-12-09' }))
  const free = within(await region('Sittings that need a host'))
  expect(free.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'This week',
    'Next week',
    'Week of December 7',
  ])
})

test('[TEACH-02] one that someone else took meanwhile says who, and leaves the list', async () => {
  const user = show(held(1), held(2))
  server.failWith(hostsCalls.setHost, hostErrors.host_taken, { message: 'Ben holds this sitting.' })
  const press = await button('I will: Sitting 1, Saturday, November 21 · 7:00 PM')
  await user.click(press)
  expect((await screen.findByRole('alert')).textContent).toContain('Ben holds this sitting.')
  await waitFor(() => expect(server.count(hostsCalls.heldSittings)).toBe(2))
})

test('[TEACH-02] one whose bell has rung needs no host any more; a day that is open throughout may', async () => {
  vi.setSystemTime(startsAt)
  const later = startsAt + minuteMs
  show(held(1), held(2, { startsAt: later }), held(3, { sittingId: null, startsAt: null, doorsAt: null }))
  const free = within(await region('Sittings that need a host'))
  expect(free.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Sitting 2',
    'Sitting 3',
  ])
})

test('[TEACH-02] once the doors are open it isn’t given back', async () => {
  vi.setSystemTime(startsAt - 15 * minuteMs)
  show(held(1, { host: ana }))
  await region('Your sittings')
  expect(screen.queryByRole('button', { name: /Give it back/ })).toBeNull()
})

test('[TEACH-03] beside one that its host began, tonight’s of the schedule can be given back; actions are of the first', async () => {
  vi.setSystemTime(startsAt - 2 * 60 * minuteMs)
  const began = startsAt - 3 * 60 * minuteMs
  const rows = [held(1, { sittingId: 9, host: ana, startsAt: began, doorsAt: began }), held(1, { host: ana })]
  server.respond(hostsCalls.heldSittings, rows)
  renderWithRouter(
    <HeldSittings
      title="Hold a sitting"
      ownId={ana.id}
      renderActions={({ sittingId }) => <p>{`Actions ${sittingId}`}</p>}
    />,
  )
  const own = within(await region('Your sittings'))
  const rowOf = ({ textContent }: HTMLElement) => [
    /Actions \d+/.exec(textContent)?.[0],
    /Give it back/.test(textContent),
  ]
  expect(own.getAllByRole('article').map(rowOf)).toEqual([
    ['Actions 9', false],
    [undefined, true],
  ])
})

test('[TEACH-11] its host reads where it meets, and a refused address stays beside its field', async () => {
  const user = show(held(1, { host: ana, meetingUrl: null, templateMeetingUrl: 'https://www.zoom.us/j/1' }))
  expect(await screen.findByText(/Meets on zoom\.us/)).toBeTruthy()
  await user.click(await button('Meeting link: Sitting 1, Saturday, November 21 · 7:00 PM'))
  const field = await screen.findByRole('textbox', { name: /Link to the meeting/ })
  await user.type(field, 'http://meet.example.org/x')
  await user.click(await button('Save'))
  expect(
    await screen.findByText('The link to the meeting begins with https:// and has no user name in it.'),
  ).toBeTruthy()
  expect(server.count(hostsCalls.setMeeting)).toBe(0)
  server.respond(hostsCalls.setMeeting, { meetingUrl: 'https://meet.example.org/x' })
  await user.clear(field)
  await user.type(field, 'https://meet.example.org/x')
  await user.click(await button('Save'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[TEACH-09] past sittings have their figures, without what isn’t published', async () => {
  const past = {
    id: 1,
    date: '2026-11-20',
    title: 'Morning light',
    language: null,
    startsAt,
    endsAt: startsAt,
    count: 12,
    thanks: 3,
    reflection: { sittingId: 1, pairs: 7, changeTenths: 12 },
  }
  server.respond(hostsCalls.pastSittings, [
    past,
    { ...past, id: 2, count: null, thanks: null, reflection: null },
  ])
  show()
  const list = within(await region('Held in the last 60 days'))
  expect(
    list.getAllByRole('article').map((article) => article.querySelector('p:last-child')?.textContent),
  ).toEqual([
    '12 people sat · 3 thanks · The room rose by 1.2 centers (7 people)',
    'Fewer than five people sat',
  ])
})

test('a page that didn’t load says so and loads at a press', async () => {
  server.failConnection(hostsCalls.heldSittings)
  renderWithRouter(<HeldSittings title="Hold a sitting" ownId={ana.id} renderActions={() => null} />)
  const user = setUpUser()
  expect((await screen.findByRole('alert')).textContent).toContain('The sittings didn’t load')
  server.respond(hostsCalls.heldSittings, [])
  await user.click(await button('Try again'))
  expect(await screen.findByText('No sitting needs a host')).toBeTruthy()
})

test('[TEACH-02] an administrator chooses anyone who may hold sittings, or no one, from here on', async () => {
  server.respond(hostsCalls.possibleHosts, [ana, ben])
  server.respond(schedulesCalls.schedules, [])
  const onClose = vi.fn<() => void>()
  renderWithRouter(
    <ChooseHostDialog
      scheduleId={7}
      host={ana}
      hasLater
      label="Morning light"
      onClose={onClose}
      returnFocusTo={{ current: null }}
    />,
  )
  const user = setUpUser()
  const select = await screen.findByRole('combobox', { name: 'Held by' })
  await user.selectOptions(select, 'Ben')
  await user.click(screen.getByRole('radio', { name: 'From here on' }))
  server.respond(hostsCalls.setHost, { hostId: ben.id, schedules: 4 })
  await user.click(await button('Save'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(server.calls.find(({ body }) => body !== undefined)?.body).toEqual({ hostId: ben.id, scope: 'from' })
  server.respond(hostsCalls.removeHost, { success: true })
  await user.selectOptions(select, 'Needs a host')
  await user.click(await button('Save'))
  await waitFor(() => expect(server.count(hostsCalls.removeHost)).toBe(1))
})
