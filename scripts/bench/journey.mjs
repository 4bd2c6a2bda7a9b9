// npm run bench:journey: the frame times of the journey in a real browser. For information; no test depends on it.
// Run it on an idle machine. `npm run bench:journey -- 4` slows the processor down by 4.
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { findBrowser } from '../../e2e/browser.ts'

const root = join(import.meta.dirname, '../..')
const slowdown = Number(process.argv[2] ?? 1)
const budgetMs = 3

const panes = [
  { name: '1440×900', width: 1040, height: 900, pixelRatio: 1 },
  { name: 'phone ×2', width: 390, height: 630, pixelRatio: 2 },
]
const journeys = [
  { before: 1, after: 5 },
  { before: 0, after: 7 },
  { before: 4, after: 4 },
]

// Cross-origin isolation gives the page its most precise clock.
const blankPage = {
  contentType: 'text/html',
  headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
  body: '<!doctype html><style>body{margin:0}canvas{display:block;width:100vw;height:100vh}</style><canvas></canvas>',
}

const bundle = await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    write: false,
    lib: { entry: join(root, 'scripts/bench/journey-page.mjs'), formats: ['es'], fileName: 'page' },
  },
})
const script = [bundle].flat()[0].output[0].code
const browser = await chromium.launch(await findBrowser())
try {
  console.log(`A frame's script in ms, of 300 frames; budget ${budgetMs}. Processor ÷ ${slowdown}.`)
  console.log('pane       theme  levels  median   p95   max   frame to frame  set-up')
  for (const pane of panes) {
    for (const theme of ['light', 'dark']) {
      for (const levels of journeys) console.log(await measure(pane, theme, levels))
    }
  }
} finally {
  await browser.close()
}

async function measure({ name, ...pane }, theme, levels) {
  const viewport = { width: pane.width, height: pane.height }
  const page = await browser.newPage({ viewport, deviceScaleFactor: pane.pixelRatio })
  await page.route('http://localhost/', (route) => route.fulfill(blankPage))
  await page.goto('http://localhost/')
  await page.addScriptTag({ content: script, type: 'module' })
  if (slowdown > 1) {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  }
  const options = { ...pane, theme, ...levels }
  const { setUpMs, scriptMs, intervalMs } = await page.evaluate(
    (all) => globalThis.measureJourney(all),
    options,
  )
  await page.close()
  const [median, p95, max] = [0.5, 0.95, 1].map((share) => quantile(scriptMs, share).toFixed(2))
  return [
    name.padEnd(10),
    theme.padEnd(6),
    `${levels.before} → ${levels.after} `,
    median.padStart(7),
    p95.padStart(5),
    max.padStart(5),
    quantile(intervalMs, 0.5).toFixed(1).padStart(16),
    setUpMs.toFixed(0).padStart(7),
  ].join(' ')
}

function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
