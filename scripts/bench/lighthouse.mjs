// npm run bench:lighthouse: Lighthouse's scores of a member's screens, on the mobile preset with demo data. For
// information; no test depends on it. Run it on an idle machine, after `npm run build`.
// `npm run bench:lighthouse -- 1 /auth` takes one round of one screen.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../e2e/browser.ts'
import { createDataDir, freePort, startServerProcess } from '../../test/nodes/server-process.ts'
import { median } from './room/quantiles.mjs'

/** Not a dependency: npx fetches it for this measurement alone. */
const lighthouse = 'lighthouse@12.8.2'
const [roundsText = '5', ...onlyPaths] = process.argv.slice(2)
const rounds = Number(roundsText)
/** The milliseconds that long tasks may block each screen. */
const screens = [
  { path: '/auth', blocked: 200 },
  { path: '/meditation', blocked: 300 },
  { path: '/mood-analytics', blocked: 200 },
  { path: '/referrals', blocked: 200 },
  { path: '/settings', blocked: 200 },
].filter(({ path }) => onlyPaths.length === 0 || onlyPaths.includes(path))

const { dataDir, remove } = await createDataDir()
const server = await startServerProcess({
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  SEED: 'demo',
  LIMITS_EXEMPT: '127.0.0.0/8',
})
const { executablePath, args, env } = await findBrowser()
const guestProfile = mkdtempSync(join(tmpdir(), 'lighthouse-guest-'))
const memberProfile = mkdtempSync(join(tmpdir(), 'lighthouse-member-'))
try {
  await signIn()
  console.log('screen            accessibility  best practices  blocked ms (goal)  failed audits')
  for (const screen of screens) console.log(measureScreen(screen))
} finally {
  await server.stop()
  await remove()
  for (const folder of [guestProfile, memberProfile]) rmSync(folder, { recursive: true, force: true })
}

/** Into the profile: headers of Lighthouse's own would be missing from the socket's request. */
async function signIn() {
  const [, password = ''] =
    /^password: (.+)$/m.exec(readFileSync(join(dataDir, 'demo-accounts.txt'), 'utf8')) ?? []
  const response = await fetch(`${server.url}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: 'member@example.com', password, rememberMe: true }),
  })
  const browser = await chromium.launchPersistentContext(memberProfile, { executablePath, args, env })
  const expires = Date.now() / 1_000 + 3_600
  await browser.addCookies(
    response.headers.getSetCookie().map((line) => {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=')
      return { name, value, url: server.url, expires }
    }),
  )
  await browser.close()
}

function measureScreen({ path, blocked }) {
  const runs = Array.from({ length: rounds }, () => audit(path))
  const score = (category) => median(runs.map(({ categories }) => categories[category].score * 100))
  const failed = Object.values(runs[0].audits).filter(
    ({ id, score: points }) => points === 0 && isOf(runs[0], id),
  )
  return [
    path.padEnd(16),
    score('accessibility').toFixed(0).padStart(13),
    score('best-practices').toFixed(0).padStart(15),
    median(runs.map(({ audits }) => audits['total-blocking-time'].numericValue))
      .toFixed(0)
      .padStart(11),
    `(${blocked})`.padEnd(8),
    failed.map(({ id }) => id).join(', '),
  ].join(' ')
}

/** Whether an audit counts for accessibility or best practices. */
function isOf({ categories }, id) {
  return ['accessibility', 'best-practices'].some((name) =>
    categories[name].auditRefs.some((audit) => audit.id === id && audit.weight > 0),
  )
}

function audit(path) {
  const { stdout, stderr, status } = spawnSync(
    'npx',
    [
      '--yes',
      lighthouse,
      server.url + path,
      '--output=json',
      '--quiet',
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=--headless --user-data-dir=${path === '/auth' ? guestProfile : memberProfile} ${args.join(' ')}`,
    ],
    {
      encoding: 'utf8',
      maxBuffer: 100 * 1024 * 1024,
      env: { ...process.env, ...env, CHROME_PATH: executablePath },
    },
  )
  if (status !== 0) throw new Error(stderr)
  const report = JSON.parse(stdout)
  if (report.finalDisplayedUrl !== server.url + path) throw new Error(`Ended at ${report.finalDisplayedUrl}.`)
  return report
}
