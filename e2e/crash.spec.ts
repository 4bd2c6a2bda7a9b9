// The server is killed while messages are on their way, and started again: nothing lost, nothing twice.
import { join } from 'node:path'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { connectDatabase, databaseUrl } from '#server/db.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { freePort, makeDataDir, startProcess } from '#test/process.ts'

const password = 'a quiet lake at dawn'
const perPage = 12

/** Everything that this page was told was stored: text by message id. */
function recordEchoes(page: Page): Map<number, string> {
  const echoed = new Map<number, string>()
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const frame = JSON.parse(String(payload)) as { type: string; message?: { id: number; message: string } }
      if (frame.type === 'new-message' && frame.message) echoed.set(frame.message.id, frame.message.message)
    })
  })
  return echoed
}

async function signIn(context: BrowserContext, url: string, email: string): Promise<Page> {
  const answer = await context.request.post(`${url}/api/identity/sign-in/email`, {
    data: { email, password, rememberMe: true },
    headers: { origin: url },
  })
  expect(answer.status()).toBe(200)
  return context.newPage()
}

async function say(page: Page, texts: readonly string[]): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' })
  for (const text of texts) {
    await composer.fill(text)
    await composer.press('Enter')
  }
}

const numbered = (who: string) => Array.from({ length: perPage }, (_, index) => `${who} says ${index + 1}`)

test('[LIVE-14, LIVE-15, CHAT-02] killed with 24 messages on their way: echoes, table and both pages agree', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const { dataDir, remove } = await makeDataDir()
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    SEED: 'demo',
    DEMO_PASSWORD: password,
    LIMITS_EXEMPT: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  }
  let server = await startProcess(settings)
  const contexts = [await browser.newContext(), await browser.newContext()] as const
  try {
    const member = await signIn(contexts[0], server.url, 'member@example.com')
    const angel = await signIn(contexts[1], server.url, 'angel@example.com')
    const pages = [member, angel]
    const echoes = pages.map(recordEchoes)
    for (const page of pages) {
      await page.goto(`${server.url}/meditation`)
      await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    }

    // Stopped, the server takes nothing in: all of these are on their way when it goes on, and dies.
    server.child.kill('SIGSTOP')
    await Promise.all([say(member, numbered('Maya')), say(angel, numbered('Lena'))])
    for (const page of pages) await expect(page.getByText('Sending…')).toHaveCount(perPage)
    const firstEcho = expect.poll(() => echoes.some((echoed) => echoed.size > 0)).toBe(true)
    server.child.kill('SIGCONT')
    await firstEcho
    await server.stop('SIGKILL')
    const echoedBefore = new Map(echoes.flatMap((echoed) => [...echoed]))

    server = await startProcess(settings)
    for (const page of pages) {
      await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 40_000 })
      await expect(page.getByText('Sending…')).toHaveCount(0, { timeout: 40_000 })
    }
    await expect
      .poll(async () => (await shown(angel)).length)
      .toBe(await shown(member).then(({ length }) => length))

    const stored = await storedMessages(dataDir)
    const said = stored.filter(({ message }) => / says \d+$/.test(message))
    expect(said.map(({ message }) => message).toSorted()).toEqual(
      [...numbered('Maya'), ...numbered('Lena')].toSorted(),
    )
    for (const [id, text] of echoedBefore) expect(stored).toContainEqual({ id, message: text })
    const latest = stored.slice(-30).map(({ message }) => message)
    for (const page of pages) await expect.poll(() => shown(page)).toEqual(latest)
  } finally {
    for (const context of contexts) await context.close()
    await server.stop()
    await remove()
  }
})

/** The texts that a page shows, in their order. */
function shown(page: Page): Promise<string[]> {
  return page.getByRole('log').locator('li p:last-child').allTextContents()
}

async function storedMessages(dataDir: string): Promise<{ id: number; message: string }[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  const database = connectDatabase(databaseUrl(postgres.url, 'stillwater'), { maxConnections: 1 })
  try {
    const { rows } = await sql<{ id: number; message: string }>`
      select id, message from chat_messages order by "timestamp", id`.execute(database.query)
    return rows
  } finally {
    await database.close()
    await postgres.stop()
  }
}
