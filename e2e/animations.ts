// Ends a page's animations.
import type { Page } from '@playwright/test'

/**
 * Shows what the page's running animations end with: colors in the middle of a fade aren't the final ones. Waiting would take
 * as long as they do, and some last as long as a bell.
 */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const { effect, timeline } = animation
      // The others follow the scroll position and never finish.
      if (timeline !== document.timeline) continue
      // One that awaits its moment of the room clock has no effect until then.
      if (effect?.getComputedTiming().progress === null) continue
      if (effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
    }
    // Lights that rise have a ground of their own until a timer ends it, with the animation.
    delete document.documentElement.dataset['lightsRise']
  })
}
