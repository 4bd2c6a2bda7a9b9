// WebKitGTK's MiniBrowser over WebDriver, on a virtual display.
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '#test/nodes/find-program.ts'
import { freePort } from '#test/nodes/server-process.ts'
import { commandMs, startProgram, type Engine } from './engine.ts'

export interface WebKitPrograms {
  driver: string
  display: string
}

/** The paths of the driver and the virtual display, from the search path; null if one is missing. */
export function findWebKit(): WebKitPrograms | null {
  const [driver, display] = [findProgram('WebKitWebDriver'), findProgram('Xvfb')]
  return driver === null || display === null ? null : { driver, display }
}

/** The key of an element reference in WebDriver responses. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

export async function startWebKit(programs: WebKitPrograms): Promise<Engine> {
  const screen = ['-screen', '0', '1280x1000x24', '-nolisten', 'tcp', '-displayfd', '1']
  const display = startProgram(programs.display, screen)
  const port = await freePort()
  let driver: ReturnType<typeof startProgram> | null = null
  const close = async () => {
    await driver?.kill()
    await display.kill()
  }
  try {
    const number = await display.waitForOutput(/^(\d+)\n/)
    driver = startProgram(programs.driver, [`--port=${port}`], {
      DISPLAY: `:${number}`,
      // The virtual display has no graphics card and no desktop session.
      LIBGL_ALWAYS_SOFTWARE: '1',
      GTK_USE_PORTAL: '0',
    })
    const send = requests(`http://127.0.0.1:${port}`)
    await waitUntilReady(send)
    const { sessionId } = (await send('POST', '/session', {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } },
    })) as { sessionId: string }
    return { ...commands(send, `/session/${sessionId}`), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

function requests(url: string): Send {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(commandMs),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
    if (!response.ok) throw new Error(`${path}: ${value?.error} ${value?.message}`)
    return value
  }
}

async function waitUntilReady(send: Send): Promise<void> {
  const deadlineMs = Date.now() + commandMs
  for (;;) {
    try {
      return void (await send('GET', '/status'))
    } catch (error) {
      if (Date.now() > deadlineMs) throw error
      await pause(100)
    }
  }
}

function commands(send: Send, session: string): Omit<Engine, 'close'> {
  const find = async (xpath: string) => {
    const found = await send('POST', `${session}/element`, { using: 'xpath', value: xpath })
    return `${session}/element/${(found as Record<string, string>)[elementKey]}`
  }
  return {
    navigate: async (url) => {
      await send('POST', `${session}/url`, { url }).catch(() => undefined)
    },
    call: async (source, args) => {
      const script = `return JSON.stringify((${source})(...JSON.parse(arguments[0])) ?? null)`
      return String(await send('POST', `${session}/execute/sync`, { script, args: [args] }))
    },
    click: async (xpath) => void (await send('POST', `${await find(xpath)}/click`, {})),
    type: async (xpath, text) => void (await send('POST', `${await find(xpath)}/value`, { text })),
    chooseFile: async (xpath, path) =>
      void (await send('POST', `${await find(xpath)}/value`, { text: path })),
    screenshot: async () => Buffer.from(String(await send('GET', `${session}/screenshot`)), 'base64'),
  }
}
