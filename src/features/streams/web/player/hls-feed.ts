// Live feed by hls.js: only the group's clock moves its position, so that pages stay together.
import Hls, { Events } from 'hls.js/light'
import { continuedDate } from '../../segment-dates.ts'
import type { LiveFeed, LiveFeedOptions } from './live-feed.ts'

const maxLatencySeconds = 60
const backBufferSeconds = 30
/** It begins before the group's second, which the group's seek then finds: hls.js itself would only move it on. */
const beforeGroupSeconds = 2

export function attachHlsFeed(
  element: HTMLMediaElement,
  { url, leadMs, jump, onStamps, onFailure }: LiveFeedOptions,
): LiveFeed {
  const hls = new Hls({
    // A worker needs blob scripts, which our content security policy forbids.
    enableWorker: false,
    lowLatencyMode: false,
    liveSyncDuration: leadMs / 1_000 + beforeGroupSeconds,
    liveMaxLatencyDuration: maxLatencySeconds,
    maxLiveSyncPlaybackRate: 1,
    liveSyncOnStallIncrease: 0,
    backBufferLength: backBufferSeconds,
  })
  let arrivedParts = 0
  hls.on(Events.FRAG_LOADED, () => (arrivedParts += 1))
  let isStamped: boolean | null = null
  hls.on(Events.LEVEL_LOADED, (_, { details }) => {
    if (details.hasProgramDateTime === isStamped) return
    isStamped = details.hasProgramDateTime
    onStamps(isStamped)
  })
  hls.on(Events.ERROR, (_, { fatal, error }) => {
    if (fatal) onFailure(error)
  })
  hls.loadSource(url)
  hls.attachMedia(element)
  return {
    segments: () =>
      (hls.latestLevelDetails?.fragments ?? []).flatMap(({ start, duration, programDateTime, sn }) =>
        programDateTime === null
          ? []
          : [{ start, duration, dateMs: continuedDate(programDateTime, Number(sn), jump()) }],
      ),
    arrivedParts: () => arrivedParts,
    stopLoading: () => hls.stopLoad(),
    startLoading: () => hls.startLoad(),
    detach: () => hls.destroy(),
  }
}
