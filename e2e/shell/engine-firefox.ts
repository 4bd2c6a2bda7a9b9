// Firefox over WebDriver BiDi, which it supports without a driver program.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { findProgram } from '#test/nodes/find-program.ts'
import { commandMs, startProgram, type Engine } from './engine.ts'

/** The path of Firefox: FIREFOX_PATH, or from the search path; null if not found. */
export function findFirefox(): string | null {
  return process.env['FIREFOX_PATH'] ?? findProgram('firefox-esr', 'firefox')
}

type Params = Record<string, unknown>
type CommandResponse = { error?: string; message?: string; result?: Params }
type Send = (method: string, params: Params) => Promise<Params>

/** Starts Firefox headless with an empty profile; downloads go to `downloads`. The viewport is in CSS pixels. */
export async function startFirefox(
  program: string,
  downloads: string,
  viewport = { width: 1280, height: 900 },
): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'stillwater-firefox-'))
  await writeFile(join(profile, 'user.js'), preferences(downloads))
  const browser = startProgram(program, [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port=0',
  ])
  const close = async () => {
    await browser.kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const address = await browser.waitForOutput(/WebDriver BiDi listening on (ws:\S+)/)
    const send = await connect(`${address}/session`)
    await send('session.new', { capabilities: {} })
    const context = String((await send('browsingContext.create', { type: 'tab' }))['context'])
    await send('browsingContext.setViewport', { context, viewport })
    return { ...commands(send, context), close }
  } catch (error) {
    await close()
    throw error
  }
}

function preferences(downloads: string): string {
  const settings = {
    'browser.download.dir': downloads,
    'browser.download.folderList': 2,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.disabledForTesting': true,
  }
  return Object.entries(settings)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}

/** Opens a connection on which each command waits for its response, for `commandMs` at most. */
async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url)
  const pending = new Map<number, (response: CommandResponse) => void>()
  let lastId = 0
  socket.on('message', (data: Buffer) => {
    const response = JSON.parse(data.toString()) as CommandResponse & { id?: number }
    pending.get(response.id ?? 0)?.(response)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  // Killing the browser breaks its connection.
  socket.on('error', () => undefined)
  return (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1
      const id = lastId
      const timer = setTimeout(() => settle({ error: `no response in ${commandMs} ms` }), commandMs)
      const settle = ({ error, message = '', result }: CommandResponse) => {
        clearTimeout(timer)
        pending.delete(id)
        if (error === undefined) resolve(result ?? {})
        else reject(new Error(`${method}: ${error} ${message}`))
      }
      pending.set(id, settle)
      socket.send(JSON.stringify({ id, method, params }))
    })
}

function commands(send: Send, context: string): Omit<Engine, 'close'> {
  const callFunction = async (functionDeclaration: string, value: string) => {
    const response = await send('script.callFunction', {
      functionDeclaration,
      target: { context },
      awaitPromise: false,
      arguments: [{ type: 'string', value }],
    })
    if (response['type'] !== 'exception') return response['result'] as { value?: string; sharedId?: string }
    throw new Error((response['exceptionDetails'] as { text: string }).text)
  }
  const find = async (xpath: string) => {
    const { sharedId } = await callFunction(
      `(xpath) => {
        const element = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
        if (!element) throw new Error('No element matches ' + xpath)
        if (element.type !== 'file') element.scrollIntoView({ block: 'center', behavior: 'instant' })
        return element
      }`,
      xpath,
    )
    return { sharedId }
  }
  const perform = (actions: unknown[]) => send('input.performActions', { context, actions })
  return {
    navigate: async (url) => {
      // The command fails where the browser shows its own error page; the test checks the resulting page.
      await send('browsingContext.navigate', { context, url, wait: 'interactive' }).catch(() => undefined)
    },
    call: async (source, args) => {
      const declaration = `(args) => JSON.stringify((${source})(...JSON.parse(args)) ?? null)`
      return (await callFunction(declaration, args)).value ?? 'null'
    },
    click: async (xpath) => {
      const origin = { type: 'element', element: await find(xpath) }
      await perform([
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: 0, y: 0, origin },
            // Over a video Firefox shows a button of its own by now, which takes the press.
            { type: 'pause', duration: 300 },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ])
    },
    type: async (xpath, text) => {
      await callFunction(
        `(xpath) => document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue.focus()`,
        xpath,
      )
      const actions = text.split('').flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await perform([{ type: 'key', id: 'keyboard', actions }])
    },
    chooseFile: async (xpath, path) => {
      await send('input.setFiles', { context, element: await find(xpath), files: [path] })
    },
    screenshot: async () => {
      const { data } = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(String(data), 'base64')
    },
  }
}
