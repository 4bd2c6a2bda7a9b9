// axe checks of a page in its current state, in both themes; and the check for sideways scrolling.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { finishAnimations } from './animations.ts'
import { expect } from './app.ts'

type Theme = 'light' | 'dark'

interface AxeOptions {
  /** `colours` are the rules that depend on the theme; all others give the same result in both. */
  rules?: 'standards' | 'everything' | 'colours'
  /** Adds the rules that Lighthouse checks beyond the standards. */
  hasMore?: boolean
  /** A selector of the part to check; the whole page when absent. */
  within?: string
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const colourRules = ['color-contrast', 'link-in-text-block']
/** Beyond the standards, as Lighthouse checks: a name contains the visible text, and skip links have targets. */
const moreRules = { 'label-content-name-mismatch': { enabled: true }, 'skip-link': { enabled: true } }

/** Expects no faults in the current theme, as its animations end; `what` names the state in failures. */
export async function expectAccessible(
  page: Page,
  label = '',
  { rules = 'standards', hasMore = false, within }: AxeOptions = {},
): Promise<void> {
  await finishAnimations(page)
  // The default mode opens a window at each run, to merge the results of frames; our pages have no frames to check.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (hasMore) axe.options({ rules: moreRules })
  if (rules === 'standards') axe.withTags(standards)
  if (rules === 'colours') axe.withRules(colourRules)
  if (within !== undefined) axe.include(within)
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, label).toEqual([])
}

/** In both themes, one after the other on the same page; ends in the light one. */
export async function expectAccessibleInBothThemes(
  page: Page,
  label = '',
  options: AxeOptions = {},
): Promise<void> {
  await switchTheme(page, 'dark')
  await expectAccessible(page, `${label} dark`.trim(), { ...options, rules: 'colours', hasMore: false })
  await switchTheme(page, 'light')
  await expectAccessible(page, `${label} light`.trim(), options)
}

/** At the current width, once elements sized by script have followed it. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWidePx = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(tooWidePx, `at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}

/** Changes the theme as another tab would. */
export async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name)
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: name }))
  }, theme)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}
