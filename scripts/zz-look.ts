import { readFileSync, mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
const base = process.env.BASE ?? 'http://127.0.0.1:4600'
const data = process.env.DATA ?? '/tmp/demoA'
const password = /password: (\S+)/.exec(readFileSync(`${data}/demo-accounts.txt`, 'utf8'))![1]!
const out = process.env.OUT ?? '/tmp/look'
mkdirSync(out, { recursive: true })
const browser = await chromium.launch(await findBrowser())
const who = process.argv[2] ?? 'member'
const [w, h] = (process.argv[3] ?? '1440x900').split('x').map(Number) as [number, number]
const theme = process.argv[4] ?? 'light'
const pages = process.argv.slice(5)
const context = await browser.newContext({ viewport: { width: w, height: h }, hasTouch: w < 500 })
const page = await context.newPage()
page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
await page.goto(base + '/auth')
await page.evaluate((t) => localStorage.setItem('theme', t), theme)
await page.getByLabel('Email').fill(`${who}@example.com`)
await page.getByLabel('Password', { exact: true }).fill(password)
await page.keyboard.press('Enter')
await page.waitForURL(/meditation/)
await page.waitForTimeout(2500)
for (const path of pages) {
  await page.goto(base + path)
  await page.waitForTimeout(2500)
  const name = `${who}-${w}-${theme}-${path.replaceAll(/[^a-z0-9]+/gi, '_')}`
  await page.screenshot({ path: `${out}/${name}.png` })
  if (process.env.FULL) await page.screenshot({ path: `${out}/${name}-full.png`, fullPage: true })
}
await browser.close()
