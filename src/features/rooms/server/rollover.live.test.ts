// Hundreds of members across midnights of plain and clock-change days; the server's time zone is Tokyo.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestMessages } from '#features/chat/server/sql/messages.ts'
import { chatHistorySize } from '#shared/constants.ts'
import { minuteMs } from '#shared/durations.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { createTestClock } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { connectCrowd, type CrowdMember } from '#test/live/crowd.ts'
import { openTestChannel, type TestChannel } from '#test/live/live-channel.ts'

const size = process.env['TEST_FULL'] === undefined ? 100 : 1_000
const staying = 0.3 * size
const at = (moment: string) => Temporal.Instant.from(moment).epochMilliseconds

let app: TestApp
let node: TestChannel
let crowd: CrowdMember[]
let historyReads = 0
const homeZone = process.env['TZ']

beforeAll(async () => {
  process.env['TZ'] = 'Asia/Tokyo'
  app = await startTestApp({
    clock: createTestClock(wall('2026-03-01 12:00')),
    isUnlimited: true,
  })
  const { query } = app.database
  node = await openTestChannel(app, {
    timings: { closeSpreadMs: 1 },
    initialMessages: (day) => {
      historyReads += 1
      return latestMessages(query, day, chatHistorySize)
    },
  })
  crowd = await connectCrowd(app, node, size)
  // Otherwise the node reads the new sessions only after the clock was set beyond their expiry.
  await node.catchUp()
})
afterAll(async () => {
  // Restores the time zone for the test files after this one, whatever fails.
  if (homeZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = homeZone
  for (const member of crowd) member.leave()
  await node.close()
  await app.close()
})

const soon = { timeout: 15_000 }
const changed = (sessionDate: string, roomClosed: boolean) =>
  JSON.stringify({ type: 'session-changed', sessionDate, roomClosed })

/** Waits until each member has received exactly these messages, in this order, since the last check. */
async function expectReceived(members: readonly CrowdMember[], ...texts: string[]): Promise<void> {
  const others = () => members.filter(({ received }) => received.join() !== texts.join())
  await expect
    .poll(
      () =>
        others()
          .slice(0, 2)
          .map(({ received }) => received),
      soon,
    )
    .toEqual([])
  for (const { received } of members) received.splice(0)
}

/** The next message that a member receives; there must be only one. */
async function nextReceived({ received }: CrowdMember): Promise<string> {
  await expect.poll(() => received.length, soon).toBe(1)
  return received.splice(0).join()
}

async function join(members: readonly CrowdMember[], day: string): Promise<void> {
  for (const member of members) member.join(day)
  await expect.poll(() => members.every(({ count }) => count !== null), soon).toBe(true)
}

async function expectCount(members: readonly CrowdMember[], day: string): Promise<void> {
  await expect.poll(() => node.channel.presence.count(roomOfDay(day)), soon).toBe(members.length)
  await expect.poll(() => members.every(({ count }) => count === members.length), soon).toBe(true)
}

const stored = async (day: string) =>
  (await latestMessages(app.database.query, day, chatHistorySize)).map(({ message }) => message)

test.each([['F12', '2026-11-20', 'a plain day', '2026-11-21', wall('2026-11-21 00:00')]])(
  `[LIVE-16, LIVE-17, %s] each of ${size} members is notified once, and those who stay can write until the closing, at the end of %s, %s`,
  async (_, day, _kind, next, endsAt) => {
    expect(new Date(endsAt).getTimezoneOffset()).toBe(-9 * 60)
    const [endMs, minutes] = [at(endsAt), 24]
    const [moving, stayed] = [crowd.slice(staying), crowd.slice(0, staying)]
    const [speaker, ...listeners] = stayed as [CrowdMember, ...CrowdMember[]]
    await makeMeditation(app, { day, duration: minutes })
    // Members who were left in a room of months ago have received that it is closed.
    const wasIn = crowd.some(({ count }) => count !== null)
    app.clock.set(endMs - 1)
    await expectReceived(crowd, ...(wasIn ? [changed(day, true)] : []))
    await join(crowd, day)
    await expectCount(crowd, day)
    await expectReceived(crowd)

    app.clock.set(endMs)
    await expectReceived(crowd, changed(next, false))
    const readsBefore = historyReads
    await join(moving, next)
    await expectCount(moving, next)
    await expectCount(stayed, day)
    // However many join, the room's latest messages are read once.
    expect(historyReads).toBe(readsBefore + 1)

    const closesMs = endMs + (minutes + 15) * minuteMs
    app.clock.set(closesMs - 1)
    speaker.sendChat('just in time')
    for (const member of stayed) expect(await nextReceived(member)).toContain('just in time')
    app.clock.set(closesMs)
    await expectReceived(stayed, changed(next, true))
    speaker.sendChat('too late')
    expect(await nextReceived(speaker)).toContain('not_joined')
    speaker.join(day)
    expect(await nextReceived(speaker)).toContain('bad_date')
    expect(await stored(day)).toEqual(['just in time'])
    await join(stayed, next)
    await expectCount(crowd, next)
    await expectReceived(moving)
    await expectReceived(listeners)
  },
)
