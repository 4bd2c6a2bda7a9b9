// npm run bench:paint: when a phone on a slow line shows the first screens. For information; no test depends on it.
// Run it on an idle machine, after `npm run build`. `npm run bench:paint -- 5` takes the median of five rounds.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../e2e/browser.ts'
import { createDataDir, freePort, startServerProcess } from '../../test/nodes/server-process.ts'
import { median } from './room/quantiles.mjs'

const rounds = Number(process.argv[2] ?? 3)
const slowdown = 4
const line = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const viewport = { width: 390, height: 844 }
/** After the load event, for late candidates. */
const settleMs = 3_000
/**
 * The largest contentful paint in seconds that a screen should have, cold and warm, and the milliseconds that long
 * tasks may block it.
 */
const screens = [
  { path: '/auth', isMember: false, cold: 1, warm: 0.8, blocked: 200 },
  { path: '/meditation', isMember: true, cold: 1.3, warm: 1, blocked: 300 },
  { path: '/mood-analytics', isMember: true, cold: 1.8, warm: 1.5, blocked: 200 },
]

const { dataDir, remove } = await createDataDir()
const server = await startServerProcess({
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  SEED: 'demo',
  LIMITS_EXEMPT: '127.0.0.0/8',
})
const [, password = ''] =
  /^password: (.+)$/m.exec(readFileSync(join(dataDir, 'demo-accounts.txt'), 'utf8')) ?? []
const browser = await chromium.launch(await findBrowser())
try {
  console.log(
    `Processor ÷ ${slowdown}, 1.6 Mbps, 150 ms, ${viewport.width} px; medians of ${rounds}, in seconds. Warm: the second visit.`,
  )
  console.log('screen            cold LCP (goal)    FCP    warm LCP (goal)    CLS    blocked ms (goal)')
  for (const screen of screens) console.log(await measureScreen(screen))
} finally {
  await browser.close()
  await server.stop()
  await remove()
}

async function measureScreen({ path, isMember, cold, warm, blocked }) {
  const visits = []
  for (let round = 0; round < rounds; round += 1) visits.push(await visitTwice(path, isMember))
  const of = (pick) => median(visits.map(pick))
  const seconds = (ms) => (ms / 1_000).toFixed(2)
  return [
    path.padEnd(16),
    seconds(of(({ first }) => first.lcpMs)).padStart(9),
    `(${cold.toFixed(1)})`.padEnd(9),
    seconds(of(({ first }) => first.fcpMs)).padStart(5),
    seconds(of(({ second }) => second.lcpMs)).padStart(11),
    `(${warm.toFixed(1)})`.padEnd(7),
    of(({ first }) => first.cls)
      .toFixed(3)
      .padStart(6),
    of(({ first }) => first.blockedMs)
      .toFixed(0)
      .padStart(8),
    `(${blocked})`,
  ].join(' ')
}

/** A visit with empty caches, and another one of the same browser. */
async function visitTwice(path, isMember) {
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true })
  if (isMember) {
    const account = { email: 'member@example.com', password, rememberMe: true }
    const headers = { origin: server.url }
    await context.request.post(`${server.url}/api/identity/sign-in/email`, { headers, data: account })
  }
  const first = await visit(context, path)
  const second = await visit(context, path)
  await context.close()
  return { first, second }
}

async function visit(context, path) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(server.url + path, { waitUntil: 'load' })
  await page.waitForTimeout(settleMs)
  const figures = await page.evaluate(readPaint)
  await page.close()
  return figures
}

/** Runs in the page. */
function readPaint() {
  const entries = (type) =>
    new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
      // No layout shift is reported where none happened.
      setTimeout(() => resolve([]), 500)
    })
  return Promise.all(['largest-contentful-paint', 'paint', 'layout-shift', 'longtask'].map(entries)).then(
    ([largest, paints, shifts, longTasks]) => {
      const fcpMs = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN
      return {
        lcpMs: largest.at(-1)?.startTime ?? Number.NaN,
        fcpMs,
        cls: shifts
          .filter(({ hadRecentInput }) => !hadRecentInput)
          .reduce((sum, { value }) => sum + value, 0),
        // Total blocking time: what each task after the first paint takes beyond 50 ms.
        blockedMs: longTasks
          .filter(({ startTime }) => startTime >= fcpMs)
          .reduce((sum, { duration }) => sum + duration - 50, 0),
      }
    },
  )
}
