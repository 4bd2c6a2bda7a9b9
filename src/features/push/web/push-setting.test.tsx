// Notifications on this device: each state, the press that asks, and what the server is sent.
import { renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { showPage } from '#test/web/passing-time.ts'
import { renderScreen, withQueryClient } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { pushCalls } from '../contract.ts'
import { pushErrors } from '../errors.ts'
import { closeDevice, renewDevice } from './push-device.ts'
import { PushSetting } from './push-setting.tsx'
import { usePushReach } from './use-push-reach.ts'

const uid = 'uid-mia'
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const offered = { publicKey: 'a-key', obstacle: null, hasDevice: false } as const

/** The browser's part: permissions, and one subscription. */
class FakeBrowser {
  permission: NotificationPermission = 'default'
  /** The response to the question. */
  reply: NotificationPermission = 'granted'
  asked = 0
  subscribed = 0
  subscribedKey: string | null = null
  failure: Error | null = null
  /** Subscriptions that were ended. */
  ended: string[] = []
  /** Whether it subscribes at another address after one was ended. */
  hasOthers = true
  /** Runs before the browser says that it ended one. */
  onEnded: () => void | Promise<void> = () => {}

  install(): void {
    const readPermission = () => this.permission
    const requestPermission = async () => {
      this.asked += 1
      this.permission = this.reply
      return this.permission
    }
    const endpoint = () =>
      `https://fcm.googleapis.com/fcm/send/mia${this.hasOthers ? '-again'.repeat(this.ended.length) : ''}`
    const subscription = {
      get endpoint() {
        return endpoint()
      },
      toJSON: () => ({ endpoint: endpoint(), keys }),
      unsubscribe: async () => {
        this.ended.push(endpoint())
        this.subscribedKey = null
        await this.onEnded()
        return true
      },
    }
    const pushManager = {
      getSubscription: async () => (this.subscribedKey === null ? null : subscription),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (this.failure) throw this.failure
        if (this.subscribedKey !== null && this.subscribedKey !== applicationServerKey)
          throw new DOMException('Another key.', 'InvalidStateError')
        this.subscribed += 1
        this.subscribedKey = applicationServerKey
        return subscription
      },
    }
    const registration = { pushManager }
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', {
      get permission() {
        return readPermission()
      },
      requestPermission,
    })
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
    })
  }
}

let server: FakeServer
let browser: FakeBrowser
beforeEach(() => {
  server = startFakeServer()
  browser = new FakeBrowser()
  browser.install()
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'standalone')
})

function show(as = uid) {
  return renderScreen(<PushSetting uid={as} />)
}
const pushSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Notices on this device' })

describe('the switch', () => {
  it('[REM-07] asks for the permission by a press only, subscribes, and sends the device to the server', async () => {
    server.respond(pushCalls.pushKey, offered)
    server.respond(pushCalls.subscribeToPush, { success: true })
    show()
    expect((await pushSwitch()).checked).toBe(false)
    expect(browser.asked).toBe(0)
    await setUpUser().click(await pushSwitch())
    await vi.waitFor(() => expect(server.count(pushCalls.subscribeToPush)).toBe(1))
    expect(browser.asked).toBe(1)
    expect(browser.subscribedKey).toBe('a-key')
    const [sent] = server.calls.filter(({ method }) => method === 'POST')
    expect(sent?.body).toEqual({ endpoint: 'https://fcm.googleapis.com/fcm/send/mia', keys })
    await vi.waitFor(async () => expect((await pushSwitch()).checked).toBe(true))
  })

  it('is off again after a press on it, here and on the server', async () => {
    server.respond(pushCalls.pushKey, offered)
    server.respond(pushCalls.subscribeToPush, { success: true })
    server.respond(pushCalls.unsubscribeFromPush, { success: true })
    show()
    const user = setUpUser()
    await user.click(await pushSwitch())
    await vi.waitFor(async () => {
      expect((await pushSwitch()).checked).toBe(true)
      expect((await screen.findByText(/They come even/)).textContent).toBeTruthy()
    })
    await user.click(await pushSwitch())
    await vi.waitFor(async () => expect((await pushSwitch()).checked).toBe(false))
    await vi.waitFor(() => expect(browser.subscribedKey).toBeNull())
    expect(server.count(pushCalls.unsubscribeFromPush)).toBe(1)
  })

  it('a second press while the first is under way follows it', async () => {
    server.respond(pushCalls.pushKey, offered)
    const release = server.respondLater(pushCalls.subscribeToPush, { success: true })
    server.respond(pushCalls.unsubscribeFromPush, { success: true })
    show()
    const user = setUpUser()
    await user.click(await pushSwitch())
    expect((await pushSwitch()).checked).toBe(true)
    await user.click(await pushSwitch())
    expect((await pushSwitch()).checked).toBe(false)
    release()
    await vi.waitFor(() => expect(server.count(pushCalls.unsubscribeFromPush)).toBe(1))
    await screen.findByText(/They come even/)
    expect((await pushSwitch()).checked).toBe(false)
  })

  it('stays off with a sentence if the server or the browser fails', async () => {
    server.respond(pushCalls.pushKey, offered)
    server.failWith(pushCalls.subscribeToPush, 'internal')
    show()
    const user = setUpUser()
    await user.click(await pushSwitch())
    await screen.findByText(/not saved|wasn’t saved|couldn’t/i)
    expect((await pushSwitch()).checked).toBe(false)
    browser.subscribedKey = null
    browser.failure = new DOMException('Registration failed', 'AbortError')
    await user.click(await pushSwitch())
    await screen.findByText(/didn’t reach the service/)
    expect((await pushSwitch()).checked).toBe(false)
  })

  it('is off for a member who didn’t switch it on in this browser', async () => {
    server.respond(pushCalls.pushKey, offered)
    browser.permission = 'granted'
    localStorage.setItem('notices-of', 'uid-mo')
    show()
    expect((await pushSwitch()).checked).toBe(false)
  })
})

describe('where there can be none', () => {
  it('[REM-07] a browser that blocks them: says so', async () => {
    server.respond(pushCalls.pushKey, offered)
    browser.permission = 'denied'
    show()
    await screen.findByText(/Your browser blocks notices/)
    browser.permission = 'default'
    showPage()
    expect((await pushSwitch()).checked).toBe(false)
  })

  it('[REM-07] an iPhone outside of the home screen: explains the way there, and asks nothing', async () => {
    vi.unstubAllGlobals()
    Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5)
    show()
    await screen.findByText(/Add to Home Screen/)
    expect(browser.asked).toBe(0)
    expect(server.calls).toEqual([])
  })

  it('[REM-07] another browser without push', async () => {
    vi.unstubAllGlobals()
    show()
    await screen.findByText(/can’t show notices/)
    expect(server.calls).toEqual([])
  })

  it('[REM-08] a server that doesn’t offer them: says why', async () => {
    server.respond(pushCalls.pushKey, { publicKey: null, obstacle: 'host', hasDevice: false })
    show()
    expect((await screen.findByText(/no public address/)).tagName).toBe('P')
  })
})

describe('whether notifications can come at all', () => {
  const reach = () => renderHook(() => usePushReach(), { wrapper: withQueryClient() }).result

  it.each([
    ['on a device of the member’s', { ...offered, hasDevice: true }, true, 'some'],
    ['on another device, though not in this browser', { ...offered, hasDevice: true }, false, 'some'],
    ['on no device yet', offered, true, 'no-device'],
    ['in no browser of the member’s', offered, false, 'never'],
    ['not from this server', { publicKey: null, obstacle: 'host', hasDevice: false }, true, 'never'],
  ] as const)('[REM-07] %s', async (_, key, isSupported, expected) => {
    server.respond(pushCalls.pushKey, key)
    if (!isSupported) vi.unstubAllGlobals()
    const result = reach()
    expect(result.current).toBeNull()
    await vi.waitFor(() => expect(result.current).toBe(expected))
  })

  it('[REM-07] a server that doesn’t say hides nothing', async () => {
    server.failWith(pushCalls.pushKey, 'internal')
    const result = reach()
    await vi.waitFor(() => expect(result.current).toBe('some'))
  })
})

describe('at the start of a page', () => {
  it('[REM-09] subscribes again what the member switched on, also for a new key', async () => {
    server.respond(pushCalls.pushKey, offered)
    server.respond(pushCalls.subscribeToPush, { success: true })
    browser.permission = 'granted'
    localStorage.setItem('notices-of', uid)
    await renewDevice(uid)
    expect(browser.subscribedKey).toBe('a-key')
    browser.subscribedKey = 'a-former-key'
    await renewDevice(uid)
    expect(browser.subscribedKey).toBe('a-key')
    expect(server.count(pushCalls.subscribeToPush)).toBe(2)
  })

  it('[REM-09] a subscription that its service has ended is ended here first, and another one sent', async () => {
    server.respond(pushCalls.pushKey, offered)
    server.failWith(pushCalls.subscribeToPush, pushErrors.push_gone)
    browser.permission = 'granted'
    browser.subscribedKey = 'a-key'
    browser.onEnded = () => server.respond(pushCalls.subscribeToPush, { success: true })
    localStorage.setItem('notices-of', uid)
    await renewDevice(uid)
    const mia = 'https://fcm.googleapis.com/fcm/send/mia'
    expect(browser.ended).toEqual([mia])
    const sent = server.calls.filter(({ method }) => method === 'POST')
    expect(sent.map(({ body }) => body)).toEqual([
      { endpoint: mia, keys },
      { endpoint: `${mia}-again`, keys },
    ])
    expect([browser.subscribedKey, localStorage.getItem('notices-of')]).toEqual(['a-key', uid])
  })

  it('[REM-09] in a browser that keeps bringing it back they are off, in the settings too', async () => {
    server.respond(pushCalls.pushKey, offered)
    server.failWith(pushCalls.subscribeToPush, pushErrors.push_gone)
    browser.permission = 'granted'
    browser.subscribedKey = 'a-key'
    browser.hasOthers = false
    localStorage.setItem('notices-of', uid)
    let end = () => {}
    const held = new Promise<void>((resolve) => (end = resolve))
    browser.onEnded = () => held
    show()
    expect((await pushSwitch()).checked).toBe(true)
    end()
    await vi.waitFor(async () => expect((await pushSwitch()).checked).toBe(false))
    expect([browser.subscribedKey, localStorage.getItem('notices-of')]).toEqual([null, null])
    expect(server.count(pushCalls.subscribeToPush)).toBe(2)
  })

  it('[REM-09] ends what another member switched on; does nothing where notifications are off', async () => {
    browser.permission = 'granted'
    browser.subscribedKey = 'a-key'
    await renewDevice(uid)
    expect(browser.subscribedKey).toBe('a-key')
    localStorage.setItem('notices-of', 'uid-mo')
    await renewDevice(uid)
    expect(browser.subscribedKey).toBeNull()
    expect(localStorage.getItem('notices-of')).toBeNull()
    expect(server.calls).toEqual([])
  })

  it('[T80] a sign-out ends the subscription in the browser', async () => {
    browser.subscribedKey = 'a-key'
    localStorage.setItem('notices-of', uid)
    await closeDevice()
    expect([browser.subscribedKey, localStorage.getItem('notices-of')]).toEqual([null, null])
  })
})
