// A room for two browsers: the fixture of a second member, and earlier messages.
import { insertMessage } from '#features/chat/server/sql/messages.ts'
import type { TestApp } from '#test/app.ts'
import { test } from './app.ts'
import { meditationPage, type MeditationPage } from './pages/meditation-page.ts'

/** The day of the fixture's clock. */
export const today = '2026-11-21'

/** With `mo`, a second member in a separate browser. */
export const twoMemberTest = test.extend<{ mo: MeditationPage }>({
  mo: async ({ browser, app, signInAs, watch }, use) => {
    const context = await browser.newContext({ baseURL: app.url })
    const page = await context.newPage()
    await watch(page)
    await signInAs('mo', context)
    await use(meditationPage(page))
    await context.close()
  },
})

/** Inserts messages of a user into the room, in the last minute before now. */
export async function seedMessages(app: TestApp, userId: number, texts: readonly string[]): Promise<void> {
  for (const [index, message] of texts.entries()) {
    const timestamp = new Date(app.clock.now() - 60_000 + index)
    await insertMessage(app.database.query, { userId, message, timestamp, sessionDate: today })
  }
}

/** 'No. 1' and so on. */
export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `No. ${index + 1}`)
}
