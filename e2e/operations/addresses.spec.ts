// A server without PUBLIC_URL: the whole product works at each of its addresses.
import { expect, test, type Browser } from '@playwright/test'
import { localOrigins } from '#server/config/local-addresses.ts'
import {
  freePort,
  createDataDir,
  startServerProcess,
  type ServerProcess,
} from '#test/nodes/server-process.ts'
import { authPage } from '../pages/auth-page.ts'
import { meditationPage } from '../pages/meditation-page.ts'

const password = 'a quiet lake at dawn'

/** Signs in the demo's member at an origin, and sends a chat message. */
async function openMeditationAt(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto('/auth')
  await authPage(page).signIn({ email: 'member@example.com', password })
  await expect(page).toHaveURL(`${origin}/meditation`)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  const { sendMessage, messages, sending } = meditationPage(page)
  const text = `Good morning from ${new URL(origin).hostname}`
  await sendMessage(text)
  await expect.poll(messages).toContain(text)
  await expect(sending).toHaveCount(0)
  await context.close()
}

async function statusAt(server: ServerProcess, origin: string): Promise<number> {
  const response = await fetch(`${server.url}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'member@example.com', password }),
  })
  return response.status
}

test('[OPS-08, OPS-22] [T05] sign-in and chat work at localhost, 127.0.0.1 and [::1] @full', async ({
  browser,
}) => {
  const { dataDir, remove } = await createDataDir()
  const port = await freePort()
  const server = await startServerProcess({ PORT: String(port), DATA_DIR: dataDir, DEMO_PASSWORD: password })
  try {
    expect(server.output()).toContain(
      `Stillwater is open at http://127.0.0.1:${port} (also at http://localhost:${port} and http://[::1]:${port})`,
    )
    for (const name of ['localhost', '127.0.0.1', '[::1]'])
      await openMeditationAt(browser, `http://${name}:${port}`)
    for (const origin of ['https://evil.example', 'null', `http://evil.example:${port}`]) {
      expect(await statusAt(server, origin)).toBe(403)
    }
  } finally {
    await server.stop()
    await remove()
  }
})

test('[OPS-08, OPS-22] with HOST=0.0.0.0, sign-in works at the printed addresses @full', async ({
  browser,
}) => {
  const { dataDir, remove } = await createDataDir()
  const port = await freePort()
  const server = await startServerProcess({
    PORT: String(port),
    HOST: '0.0.0.0',
    DATA_DIR: dataDir,
    DEMO_PASSWORD: password,
  })
  try {
    const origins = localOrigins({ host: '0.0.0.0', port })
    expect(server.output()).toContain(`Stillwater is open at ${origins[0]}`)
    expect(server.output()).not.toContain('0.0.0.0')
    for (const origin of [...origins, `http://127.0.0.1:${port}`]) await openMeditationAt(browser, origin)
    expect(await statusAt(server, 'https://evil.example')).toBe(403)
  } finally {
    await server.stop()
    await remove()
  }
})
