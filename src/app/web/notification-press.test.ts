// Where an open page goes after a press on a notification.
import { afterEach, expect, test, vi } from 'vitest'
import { screenPath } from '#shared/screen-path.ts'
import { setSeated } from '#web/visit-state.ts'
import { followNotifications } from './notification-press.ts'

afterEach(() => {
  setSeated(false)
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('[REM-03] the page goes where a pressed notification leads, unless its member has a seat, and to no other site', () => {
  const worker = new EventTarget()
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  const navigate = vi.fn<(path: string) => void>()
  followNotifications(navigate)
  const receive = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }))
  receive({ noticePath: '/meditation' })
  setSeated(true)
  receive({ noticePath: '/news' })
  setSeated(false)
  receive({ noticePath: '/news' })
  for (const data of [
    'newer',
    null,
    {},
    { noticePath: 'https://else.example/' },
    { noticePath: '//else.example' },
  ])
    receive(data)
  expect(navigate.mock.calls).toEqual([['/meditation'], ['/news']])
})

test.each([
  ['/', '/meditation'],
  ['/meditation', '/meditation'],
  ['/meditation/', '/meditation'],
  ['/week', '/week'],
])('[SHELL-09] the screen of %s is that of %s', (pathname, screen) => {
  expect(screenPath(pathname)).toBe(screen)
})
