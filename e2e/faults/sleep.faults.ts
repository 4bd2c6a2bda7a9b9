// A laptop sleeps for twenty minutes with the room open: its browser is suspended, and resumes later in the day.
import 'temporal-polyfill/global'
import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { roomOfDay } from '#shared/live/room-key.ts'
import { joinLive, sendChatMessage } from '#test/live/live-client.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { findBrowser } from '../browser.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { today } from '../room.ts'
import { awaitScreens } from '../screens.ts'

/** Two ping intervals of half a minute each, and the time to respond to the second. */
const reapedWithinMs = 75_000
const asleepSeconds = 20 * 60
const meditationMinutes = 30

test.skip(process.platform === 'win32', 'SIGSTOP')

test('[F11] [LIVE-14] a client that slept rejoins the room, gets the missed messages, and is credited no more than the gap', async ({
  app,
  clock,
  meditation,
  signInAs,
}) => {
  test.setTimeout(240_000)
  await meditation({ duration: meditationMinutes })
  const server = await chromium.launchServer(await findBrowser())
  const browser = await chromium.connect(server.wsEndpoint())
  const context = await browser.newContext({ baseURL: app.url })
  const page = await context.newPage()
  awaitScreens(page)
  const mia = meditationPage(page)
  const { userId } = await signInAs('mia', context)
  const mo = await joinLive(app, await signIn(app, 'mo', personFields.mo), today)
  const started = page.waitForResponse((response) => response.url().endsWith('/api/session/start'))
  await mia.open()
  await started
  await expect(mia.stat('Active Now')).toHaveText('2')
  const startedMs = clock.now()

  // The whole browser: its windows are separate processes.
  const { pid = null } = server.process()
  if (pid === null) throw new Error('The browser has no process.')
  const processes = processesUnder(pid)
  for (const one of processes) process.kill(one, 'SIGSTOP')
  const asleepFromMs = performance.now()
  sendChatMessage(mo, 'Said while she slept')
  clock.advance(asleepSeconds * 1_000)
  await expect
    .poll(() => app.app.live.presence.count(roomOfDay(today)), { timeout: 2 * reapedWithinMs })
    .toBe(1)
  const reapedMs = Math.round(performance.now() - asleepFromMs)
  for (const one of processes) process.kill(one, 'SIGCONT')

  const wokenAtMs = performance.now()
  await expect(mia.messageRow('Said while she slept')).toHaveCount(1)
  await expect.poll(() => app.app.live.presence.count(roomOfDay(today))).toBe(2)
  const backMs = Math.round(performance.now() - wokenAtMs)
  await mia.sendMessage('Good morning')
  await expect.poll(() => mo.count('new-message')).toBe(2)
  await page.getByRole('link', { name: 'Referrals' }).click()
  await expect(page).toHaveURL(/referrals/)
  const credited = () =>
    app.database.query
      .selectFrom('meditation_sessions')
      .select('duration')
      .where('userId', '=', userId)
      .execute()
  await expect.poll(async () => (await credited())[0]?.duration).toBeGreaterThan(0)
  const elapsedSeconds = Math.ceil((clock.now() - startedMs) / 1_000)
  for (const { duration } of await credited()) expect(duration).toBeLessThanOrEqual(elapsedSeconds)
  process.stdout.write(`    removed from the room after ${reapedMs} ms, back ${backMs} ms after waking\n`)
  expect(reapedMs).toBeLessThan(2 * reapedWithinMs)
  await mo.close()
  await browser.close()
  await server.close()
})

/** A process and all of its descendants. */
function processesUnder(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const childrenOf = (parent: number): number[] =>
    pairs.filter(([, of]) => of === parent).flatMap(([child = 0]) => [child, ...childrenOf(child)])
  return [pid, ...childrenOf(pid)]
}
