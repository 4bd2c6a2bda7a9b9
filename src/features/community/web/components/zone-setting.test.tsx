// The time zone of the community for administrators: its preview, its change, and its withdrawal.
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timestampToMs, type ZoneEra } from '#shared/day.ts'
import { translate } from '#shared/i18n/t.ts'
import { testEras, testZone } from '#test/community-days.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { setBrowserZone } from '#test/web/browser-zone.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { setZoneEras } from '#web/community-days.ts'
import { communityCalls, zoneAdminCalls, type ZonePreview } from '../../contract.ts'
import { communityErrors } from '../../errors.ts'
import { useSettings } from '../hooks/use-settings.ts'
import { ZoneSetting } from './zone-setting.tsx'

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  setBrowserZone('America/New_York')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  setZoneEras(testEras)
})

const fromDay = '2036-11-21'
const startsAtMs = timestampToMs('2036-11-20T23:00:00Z')
const preview: ZonePreview = {
  version: 1,
  fromDay,
  startsAtMs,
  atOnce: false,
  moved: [
    {
      date: fromDay,
      title: 'Rain',
      fromMs: timestampToMs('2036-11-21T12:30:00Z'),
      toMs: timestampToMs('2036-11-21T05:30:00Z'),
    },
  ],
  movedCount: 3,
  refused: null,
}
const pending = [...testEras, { fromDay, zone: 'Europe/Berlin' }]

const zoneAt = (version: number, zones: readonly ZoneEra[] = testEras) => ({
  ...testSettings,
  version,
  zones: [...zones],
})

/** As on the screen: the section shows what was read last. */
function Zone() {
  const { settings, receiveRefusal } = useSettings()
  return settings && <ZoneSetting settings={settings} onRefused={receiveRefusal} />
}

async function show(first = zoneAt(1), ...later: (typeof first)[]) {
  server.respond(communityCalls.communitySettings, first, ...later)
  renderScreen(<Zone />)
  await screen.findByRole('button', { name: 'Change zone' })
  return setUpUser()
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
async function choose(user: ReturnType<typeof setUpUser>, zone = 'Europe/Berlin') {
  await user.click(button('Change zone'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), zone)
}

test('[COM-05] the dialog shows from when, and what moves, in the viewer’s time; then it saves', async () => {
  const user = await show(zoneAt(1), zoneAt(2, pending))
  await user.click(button('Change zone'))
  expect(button('Change the time zone').disabled).toBe(true)
  expect(screen.getByText('Choose another one to see what it changes.')).toBeTruthy()
  const release = server.respondLater(zoneAdminCalls.previewZone, preview)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Europe/Berlin')
  expect(screen.getByText('Loading what it changes')).toBeTruthy()
  release()
  expect(
    await screen.findByText(
      /^From Friday, November 21 on, days begin at midnight in Berlin: Thu, Nov 20, 6:00 PM where you are\./,
    ),
  ).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'Sittings that move' }))
  expect(list.getByRole('listitem').textContent).toBe(
    'Rain Nov 21from Fri, Nov 21, 7:30 AM to Fri, Nov 21, 12:30 AM',
  )
  expect(screen.getByText('And 2 more.')).toBeTruthy()
  server.respond(zoneAdminCalls.saveZone, { version: 2, zone: testZone, zones: pending })
  await user.click(button('Change the time zone'))
  expect(await screen.findByText('Changes to Berlin on Friday, November 21, 2036.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    zone: 'Europe/Berlin',
    version: 1,
  })
})

test('[COM-05] a refused or unknown zone is named, and can’t be saved', async () => {
  const refused = 'Sittings would overlap on November 20, 2036.'
  server.respond(zoneAdminCalls.previewZone, { ...preview, moved: [], movedCount: 0, refused })
  const user = await show()
  await choose(user)
  expect((await screen.findByRole('alert')).textContent).toBe(refused)
  expect(button('Change the time zone').disabled).toBe(true)
  const message = 'This time zone isn’t known here.'
  server.failWith(zoneAdminCalls.previewZone, 'invalid', { issues: [{ path: 'zone', message }] })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo')
  expect(await screen.findByText(message)).toBeTruthy()
  server.failConnection(zoneAdminCalls.previewZone)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Europe/Paris')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.respond(zoneAdminCalls.previewZone, { ...preview, moved: [], movedCount: 0, atOnce: true })
  await user.click(retry)
  expect(await screen.findByText('No sitting moves.')).toBeTruthy()
  expect(screen.getByText(/^It applies at once/)).toBeTruthy()
})

test('[COM-05] a stale version loads the preview again; the choice stays', async () => {
  server.respond(zoneAdminCalls.previewZone, preview, { ...preview, version: 2 })
  server.failWith(zoneAdminCalls.saveZone, 'changed_meanwhile')
  const user = await show(zoneAt(1), zoneAt(3, pending))
  await choose(user)
  await screen.findByText('And 2 more.')
  await user.click(button('Change the time zone'))
  await user.click(await screen.findByRole('button', { name: 'Load the current version' }))
  server.respond(zoneAdminCalls.saveZone, { version: 3, zone: testZone, zones: pending })
  await user.click(button('Change the time zone'))
  expect(await screen.findByText(/^Changes to Berlin/)).toBeTruthy()
  expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    zone: 'Europe/Berlin',
    version: 2,
  })
})

test('[COM-05] a coming change is withdrawn, or says why not', async () => {
  const user = await show(zoneAt(2, pending), zoneAt(3))
  server.failWith(zoneAdminCalls.withdrawZone, communityErrors.zone_change_final)
  await user.click(button('Withdraw'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    translate(communityErrors.zone_change_final.message),
  )
  server.respond(zoneAdminCalls.withdrawZone, { version: 3, zone: testZone, zones: [...testEras] })
  await user.click(button('Withdraw'))
  await vi.waitFor(() => expect(screen.queryByText(/^Changes to/)).toBeNull())
  expect(server.calls.findLast(({ method }) => method === 'DELETE')?.path).toBe(
    '/api/admin/community/zone?version=2',
  )
})
