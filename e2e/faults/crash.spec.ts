// The server is killed with messages in flight, and restarted: no message is lost or duplicated.
import 'temporal-polyfill/global'
import { join } from 'node:path'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Account } from '#features/auth/contract.ts'
import { connectDatabase, databaseUrl } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts'
import { testDays } from '#test/community-days.ts'
import { findViolations } from '#test/database/invariants.ts'
import { joinLive, sendChatMessage, type TestLiveClient } from '#test/live/live-client.ts'
import { freePort, createDataDir, startServerProcess } from '#test/nodes/server-process.ts'
import type { TestUser } from '#test/people/people.ts'
import { awaitScreens } from '../screens.ts'

const password = 'a quiet lake at dawn'
const perPage = 4
const perSender = 10

/** Records the confirmed messages of this page: text by message id. */
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
  const response = await context.request.post(`${url}/api/identity/sign-in/email`, {
    data: { email, password, rememberMe: true },
    headers: { origin: url },
  })
  expect(response.status()).toBe(200)
  const page = await context.newPage()
  awaitScreens(page)
  return page
}

async function typeAndSend(page: Page, texts: readonly string[]): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' })
  for (const text of texts) {
    await composer.fill(text)
    await composer.press('Enter')
  }
}

const numbered = (sender: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${sender} says ${index + 1}`)

/** A bare client that sends many messages at once, where a page waits for each echo. */
interface Sender {
  user: TestUser
  texts: readonly string[]
  client: TestLiveClient
}

async function openSender(page: Page, url: string, texts: readonly string[]): Promise<Sender> {
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const account = (await (await page.request.get(`${url}/api/auth/user`)).json()) as Account
  const user = { name: account.name, email: account.email, uid: '', userId: account.id, cookie }
  return { user, texts, client: await joinAs(user, url) }
}

const joinAs = (user: TestUser, url: string) =>
  joinLive({ url, config: { allowedOrigins: [url] } }, user, testDays.dayOf(Date.now()))

const idOf = (text: string) => text.replace(/\W/g, '-')

const sendAll = ({ client }: Sender, texts: readonly string[]) => {
  for (const text of texts) sendChatMessage(client, text, idOf(text))
}

const echoedTo = ({ client }: Sender) =>
  new Map(
    client.frames.flatMap((frame) =>
      frame.type === 'new-message' ? [[frame.message.id, frame.message.message] as const] : [],
    ),
  )

test('[LIVE-14, LIVE-15, CHAT-02] after a crash with 28 messages in flight, the echoes, the table and both pages agree @full', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const { dataDir, remove } = await createDataDir()
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    SEED: 'demo',
    DEMO_PASSWORD: password,
    LIMITS_EXEMPT: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  }
  let server = await startServerProcess(settings)
  const contexts = [await browser.newContext(), await browser.newContext()] as const
  try {
    const member = await signIn(contexts[0], server.url, 'member@example.com')
    const angel = await signIn(contexts[1], server.url, 'angel@example.com')
    const pages = [member, angel]
    const pageEchoes = pages.map(recordEchoes)
    for (const page of pages) {
      await page.goto(`${server.url}/meditation`)
      await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    }
    const senders = [
      await openSender(member, server.url, numbered('Maya elsewhere', perSender)),
      await openSender(angel, server.url, numbered('Lena elsewhere', perSender)),
    ]

    // The stopped server reads nothing: all of these messages are in flight when it resumes and dies.
    server.child.kill('SIGSTOP')
    await Promise.all([
      typeAndSend(member, numbered('Maya', perPage)),
      typeAndSend(angel, numbered('Lena', perPage)),
    ])
    for (const page of pages) await expect(page.getByText('Sending…')).toHaveCount(perPage)
    for (const sender of senders) sendAll(sender, sender.texts)
    const firstEcho = expect.poll(() => senders.some((sender) => echoedTo(sender).size > 0)).toBe(true)
    server.child.kill('SIGCONT')
    await firstEcho
    await server.stop('SIGKILL')
    const echoedBefore = new Map([...pageEchoes, ...senders.map(echoedTo)].flatMap((echoed) => [...echoed]))

    server = await startServerProcess(settings)
    for (const sender of senders) {
      sender.client = await joinAs(sender.user, server.url)
      const echoed = new Set(echoedBefore.values())
      const unconfirmed = sender.texts.filter((text) => !echoed.has(text))
      sendAll(sender, unconfirmed)
      await expect.poll(() => [...echoedTo(sender).values()]).toEqual(expect.arrayContaining(unconfirmed))
    }
    for (const page of pages) {
      await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 40_000 })
      await expect(page.getByText('Sending…')).toHaveCount(0, { timeout: 40_000 })
    }

    const stored = await storedMessages(dataDir)
    const storedTexts = stored.filter(({ message }) => / says \d+$/.test(message))
    const all = [
      ...numbered('Maya', perPage),
      ...numbered('Lena', perPage),
      ...senders.flatMap(({ texts }) => texts),
    ]
    expect(storedTexts.map(({ message }) => message).toSorted()).toEqual(all.toSorted())
    for (const [id, text] of echoedBefore) expect(stored).toContainEqual({ id, message: text })
    const latest = stored.slice(-30).map(({ message }) => message)
    for (const page of pages) await expect.poll(() => shownMessages(page)).toEqual(latest)
  } finally {
    for (const context of contexts) await context.close()
    await server.stop()
    await remove()
  }
})

/** The texts shown by a page, in order. */
function shownMessages(page: Page): Promise<string[]> {
  return page.getByRole('log').locator('li p:nth-of-type(2)').allTextContents()
}

/** All stored messages; also checks that the database's points add up. */
async function storedMessages(dataDir: string): Promise<{ id: number; message: string }[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  const database = connectDatabase(databaseUrl(postgres.url, 'stillwater'), { maxConnections: 1 })
  try {
    const { rows } = await sql<{ id: number; message: string }>`
      select id, message from chat_messages order by "timestamp", id`.execute(database.query)
    expect(await findViolations(database.query)).toEqual([])
    return rows
  } finally {
    await database.close()
    await postgres.stop()
  }
}
