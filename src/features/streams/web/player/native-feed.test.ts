// A live feed of the browser's own player, as Safari's: one date for all positions, and what is seekable.
import { expect, test, vi } from 'vitest'
import { ModelElement } from '#test/web/model-element.ts'
import { attachNativeFeed } from './native-feed.ts'

const startMs = 1_795_978_800_000

function attach(startDate: Date, byMs: number | null = null) {
  const element = Object.assign(new ModelElement(), {
    getStartDate: () => startDate,
    seekable: { length: 1, start: () => 20, end: () => 80 },
  })
  const onStamps = vi.fn<(isStamped: boolean) => void>()
  const onFailure = vi.fn<(error: unknown) => void>()
  const jump = { current: byMs === null ? null : { seq: 40, byMs } }
  const url = '/live/1/picture.m3u8'
  const options = { url, leadMs: 12_000, jump: () => jump.current, onStamps, onFailure }
  const feed = attachNativeFeed(element as unknown as HTMLMediaElement, options)
  return { element, feed, jump, onStamps, onFailure }
}

test('[STREAM-17] its stamps are those of its start date, in what is seekable', () => {
  const { element, feed, onStamps } = attach(new Date(startMs))
  expect(element.src).toBe('/live/1/picture.m3u8')
  expect(onStamps.mock.calls).toEqual([[true]])
  expect(feed.segments()).toEqual([{ start: 20, duration: 60, dateMs: startMs + 20_000 }])
})

test('[STREAM-05] its date has the jump of the encoder’s clock that was before it; over a later one its positions go on', () => {
  const { feed, jump } = attach(new Date(startMs + 40_000), 40_000)
  const dated = [{ start: 20, duration: 60, dateMs: startMs + 20_000 }]
  expect(feed.segments()).toEqual(dated)
  jump.current = { seq: 90, byMs: -5_000 }
  expect(feed.segments()).toEqual(dated)
})

test('[STREAM-17] an invalid start date is a stream without stamps', () => {
  const { feed, onStamps } = attach(new Date(Number.NaN))
  expect(onStamps.mock.calls).toEqual([[false]])
  expect(feed.segments()).toEqual([])
})

test('[STREAM-15] it reports that its element failed, and nothing once it is detached', () => {
  const { element, feed, onFailure } = attach(new Date(startMs))
  element.dispatchEvent(new Event('error'))
  expect(onFailure).toHaveBeenCalledTimes(1)
  feed.detach()
  expect(element.src).toBe('')
  element.dispatchEvent(new Event('error'))
  expect(onFailure).toHaveBeenCalledTimes(1)
})
