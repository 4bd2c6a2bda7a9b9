// The days of the meditation screen: the day's meditation, the joined room, and the change at midnight.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { weekCalls } from '#features/calendar-feed/contract.ts'
import { hasSatIn, hasSatOn, lastSat } from '#features/energy/rules.ts'
import { useEntriesOfDay } from '#features/energy/web/hooks/use-entries.ts'
import { meditationCalls, previewCalls, type DailyMeditation } from '#features/meditation/contract.ts'
import { ringsToday, type ComingMeditation } from '#features/meditation/countdown-target.ts'
import { meetingUrlAt, streamAddressAt } from '#features/meditation/meeting-of-sitting.ts'
import { createDayChange, type DayChange, type DayView } from '#features/meditation/web/data/day-change.ts'
import { reflectionServerMessages, type Reflection } from '#features/reflections/reflection.ts'
import { roomsServerMessages } from '#features/rooms/contract.ts'
import type { LiveRoom } from '#features/rooms/web/use-live-room.ts'
import {
  goesBack,
  nextSitting,
  roomDayAt,
  scheduleShownAt,
  sittingShownAt,
} from '#features/sittings/current-sitting.ts'
import { sittingServerMessages, type Sitting } from '#features/sittings/sitting.ts'
import { useSatSittings } from '#features/sittings/web/data/sat-sittings.ts'
import type { SatToday } from '#features/sittings/web/data/sitting-state.ts'
import {
  useApplySitting,
  useTimelineNow,
  useSittingsAround,
} from '#features/sittings/web/hooks/use-timeline-now.ts'
import type { StreamAddress } from '#features/streams/stream-address.ts'
import { liveServerMessages } from '#shared/live/channel-messages.ts'
import { pageDays, pageToday } from '#web/community-days.ts'
import { serverNow } from '#web/server-clock.ts'
import { queryKeyOf, useCall } from '#web/use-call.ts'
import { useCommunityDays } from '#web/use-community-days.ts'
import { useStartOf } from '#web/use-start-of.ts'
import { setJoinedDay } from '#web/visit-state.ts'
import { useDaySittings, type DaySittings } from './use-day-sittings.ts'

type SittingOfDay = DailyMeditation['sittings'][number]

export interface MeditationDays extends Omit<DayView, 'stageDay'> {
  today: ReturnType<typeof useCall<typeof meditationCalls.today>>
  /** That of the moment, with its sitting and all of the day. Undefined while loading, null when the day has none. */
  meditation: DailyMeditation | null | undefined
  /** Where the sitting under way meets, null without a place; undefined while the page doesn't know it. */
  meetingUrl: string | null | undefined
  /** Where the sitting under way is streamed; null without a stream. */
  streamAddress: StreamAddress | null
  /** The day's sitting whose doors open next. */
  next: SittingOfDay | null
  /** The meditations of today and, once their start matters, of the days after it; null until they are known. */
  coming: readonly ComingMeditation[] | null
  /** The sittings of the member's day; null where it has fewer than two. */
  daySittings: DaySittings | null
  /** The day of the sitting that is shown. */
  day: string
  /** Whether the joined room is that of the moment. */
  isRoomOfMoment: boolean
  change: DayChange
  /** Reads the moments of the sittings again, and nothing else of the day. */
  refreshSittings: () => unknown
}

const none: readonly Sitting[] = []

export function useMeditationDays(signedOut: boolean): MeditationDays {
  const today = useCall(meditationCalls.today, {}, { enabled: !signedOut })
  const { data, dataUpdatedAt, refetch } = today
  const sittingsAround = useSittingsAround(!signedOut)
  const { data: around, isError: isAroundFailed, refetch: refreshSittings } = sittingsAround
  const read = useLastDefined(data)
  const known = useLastDefined(around)
  const sittings = known ?? read?.sittings ?? none
  const nowMs = useTimelineNow(sittings)
  const roomDay = roomDayAt(sittings, pageDays().dayOf(nowMs), nowMs)
  const all = useMemo(() => read && [read, ...read.others], [read])
  const ofDay = useMemo(() => (read ? withTitles(sittings, read) : noneOfDay), [sittings, read])
  const sitting = sittingShownAt(ofDay, nowMs)
  const shown = all && scheduleShownAt(all, sitting, nowMs)
  const meditation = useMemo(
    () => read && { ...read, ...shown, others: all ?? [], sitting, sittings: ofDay },
    [read, shown, all, sitting, ofDay],
  )
  const meetingUrl = meetingUrlAt(read, sitting, nowMs)
  const streamAddress = streamAddressAt(read, sitting, nowMs)
  const refreshComing = useRefreshComing()
  const [change] = useState(() =>
    createDayChange({
      day: roomDay,
      read: async () => {
        void refreshComing()
        const [day] = await Promise.all([refetchDay(refetch), refreshSittings()])
        return day
      },
    }),
  )
  const { stageDay, ...view } = useSyncExternalStore(change.subscribe, change.getSnapshot)
  const day = read?.date ?? stageDay
  const isKnown = !signedOut && (known !== undefined || isAroundFailed)
  const coming = useComing(ofDay, { day, nowMs, isKnown })
  useEffect(() => (signedOut ? undefined : change.start()), [change, signedOut])
  useEffect(() => {
    if (data === undefined) return
    const shown = data?.date ?? dayAt(dataUpdatedAt)
    change.setStageDay(shown, shown === roomDay)
    // The data may be cached from a visit on the evening before.
    change.dayStarted(roomDay)
  }, [change, data, dataUpdatedAt, roomDay])
  const isBack = goesBack(day, { sittings, roomDay, nowMs })
  useEffect(() => {
    // Again after each read, until the server's clock has reached that moment.
    if (isBack && dataUpdatedAt > 0) change.meditationChanged()
  }, [change, isBack, dataUpdatedAt])
  useEffect(() => {
    setJoinedDay(day)
    return () => setJoinedDay(null)
  }, [day])
  const isRoomOfMoment = view.roomDay === roomDay
  const next = nextSitting(ofDay, nowMs)
  const daySittings = useDaySittings(sittings, { date: day, ofDay, coming, changedAtMs: nowMs })
  return {
    ...view,
    isRoomOfMoment,
    today,
    meditation,
    meetingUrl,
    streamAddress,
    next,
    coming,
    daySittings,
    day,
    change,
    refreshSittings,
  }
}

const noneOfDay: SittingOfDay[] = []

/** The sittings of a day as they are now, with their titles. One that a host started since the read has its schedule's. */
function withTitles(sittings: readonly Sitting[], read: DailyMeditation): SittingOfDay[] {
  return sittings
    .filter(({ day }) => day === read.date)
    .map((sitting) => {
      const known = read.sittings.find(({ id }) => id === sitting.id)
      const schedule = [read, ...read.others].find(({ scheduleId }) => scheduleId === sitting.scheduleId)
      const { title, language, duration } = known ?? schedule ?? read
      return { ...sitting, title, language, duration }
    })
}

/**
 * The meditations that the countdown chooses from: the day's sittings as they are now, and those of the week ahead. That
 * has the late ones of yesterday's room, too. A bell before midnight needs no later day. The week is read with the page all
 * the same: as a bell rings, all pages would read it at once.
 */
function useComing(
  ofDay: readonly SittingOfDay[],
  { day, nowMs, isKnown }: { day: string; nowMs: number; isKnown: boolean },
): readonly ComingMeditation[] | null {
  const days = useCommunityDays()
  const { data, isError } = useCall(
    weekCalls.weekAhead,
    {},
    { uncached: true, refetchOnFocus: true, enabled: isKnown },
  )
  // With no meditation after today there is nothing to wait for.
  const hasNoLater =
    useCall(previewCalls.preview, {}, { uncached: true, refetchOnFocus: true }).data?.nextDay === null
  return useMemo(() => {
    const today = ofDay.map((sitting) => ({ ...sitting, together: true }))
    if (data) return [...today, ...data.entries.filter((entry) => !entry.together || entry.day !== day)]
    return isKnown && (isError || hasNoLater || ringsToday(today, days, nowMs)) ? today : null
  }, [ofDay, data, day, isError, hasNoLater, isKnown, days, nowMs])
}

/** Reads the later days again, whose bells a change may have moved, too: of the zone, or of a series. */
function useRefreshComing(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async () => client.refetchQueries({ queryKey: queryKeyOf(weekCalls.weekAhead, {}), type: 'active' }),
    [client],
  )
}

/** Applies the room's day messages; these and the page's own clock race, and the first one wins. */
export function useDayMessages({ socket }: LiveRoom, change: DayChange): void {
  const applySitting = useApplySitting()
  useEffect(
    () => socket.onMessage(sittingServerMessages, ({ id, sitting }) => applySitting(id, sitting)),
    [socket, applySitting],
  )
  useEffect(
    () =>
      socket.onMessage({ ...roomsServerMessages, ...liveServerMessages }, (message) => {
        if (message.type === 'session-changed') {
          change.dayStarted(message.sessionDate, message.roomClosed)
          if (message.meditationChanged) change.meditationChanged()
        }
        // The room's day was already over when the socket reconnected, after a night without a connection.
        if (message.type === 'error' && message.code === 'bad_date') change.dayStarted(pageToday(), true)
      }),
    [socket, change],
  )
}

/** The room's energy in its last sitting that has one; null before that is published. */
export function useReflection({ socket }: LiveRoom): Reflection | null {
  const [latest, setLatest] = useState<Reflection | null>(null)
  useEffect(
    () => socket.onMessage(reflectionServerMessages, ({ reflection }) => setLatest(reflection)),
    [socket],
  )
  return latest
}

interface AtRest {
  /** No sitting is under way. */
  isAtRest: boolean
  /** The shown sitting's doors haven't opened yet. */
  isAhead: boolean
}

interface SatOfDay {
  /** Until the next doors. At their own pace: once the level after it is saved. */
  hasSat: boolean
  /** In the sitting that is shown. */
  hasSatInShown: boolean
  /** The last sitting of the day in which the member sat; null where they sat at their own pace. */
  satSitting: Sitting | null
}

/** Whether, and in which sitting of the day, the member has sat. */
export function useSatOfDay(
  { date, sitting, sittings }: Pick<DailyMeditation, 'date' | 'sitting' | 'sittings'>,
  { isAtRest, isAhead }: AtRest,
): SatOfDay {
  const { data: entries } = useEntriesOfDay(date, { enabled: true })
  const seated = useSatSittings()
  const held = sittings.filter(({ cancelled }) => !cancelled)
  const past = pastSitting(sitting, isAhead)
  // The page's sitting follows the clock: what ended before it is over.
  const untilMs = past?.endsAt ?? sitting?.doorsAt ?? 0
  const over = isAtRest ? held.filter(({ endsAt }) => endsAt <= untilMs) : []
  const satSitting = entries ? lastSat(over, entries, seated) : null
  const hasSatAlone =
    isAtRest && !isAhead && entries != null && hasSatOn(entries, { date, sittings: held }, past)
  const hasSatInShown = sitting !== null && hasSatIn(sitting, entries ?? [], seated)
  return { hasSat: satSitting !== null || hasSatAlone, hasSatInShown, satSitting }
}

function pastSitting(sitting: Sitting | null, isAhead: boolean): Sitting | null {
  return isAhead || sitting?.cancelled ? null : sitting
}

interface SatTodayOptions extends Omit<SatOfDay, 'hasSatInShown'>, Pick<AtRest, 'isAhead'> {
  isMeditating: boolean
  isPlaying: boolean
  prepareEnding: () => void
}

/** Where the day after a sitting is shown: over the stage until a video has played here since the last one. */
export function useSatToday(
  { scheduleId, sitting }: Pick<DailyMeditation, 'scheduleId' | 'sitting'>,
  { hasSat, satSitting, isAhead, isMeditating, isPlaying, prepareEnding }: SatTodayOptions,
): SatToday {
  // Another meditation of the day hasn't played yet.
  const [playedId, setPlayedId] = useState<number | null>(null)
  if (isPlaying && playedId !== scheduleId) setPlayedId(scheduleId)
  useStartOf(isMeditating, () => setPlayedId(null))
  useEffect(() => {
    if (hasSat) prepareEnding()
  }, [hasSat, prepareEnding])
  if (!hasSat) return null
  if (playedId !== scheduleId) return 'over'
  // The ending of a video at one's own pace shows the levels itself.
  return pastSitting(sitting, isAhead) === null && satSitting === null ? null : 'after'
}

/**
 * The meditation that was sat stays until the next doors: 'Sit again' plays it. The day's one without a bell stays the
 * day's.
 */
export function useSatMeditation(ofMoment: DailyMeditation, satSitting: Sitting | null): DailyMeditation {
  const satId = satSitting?.scheduleId ?? null
  return useMemo(() => {
    const { scheduleId: momentId, sitting, sittings, others } = ofMoment
    if (momentId !== sitting?.scheduleId) return ofMoment
    const sat = others.find(({ scheduleId }) => scheduleId === satId)
    return sat ? { ...sat, sitting, sittings, others } : ofMoment
  }, [ofMoment, satId])
}

/** Keeps the meditation that a member watches: the day's next one doesn't interrupt it before its bell. */
export function useWatched(ofMoment: DailyMeditation, isWatching: boolean): DailyMeditation {
  const [watched, setWatched] = useState(ofMoment)
  if (isWatching && watched.scheduleId !== ofMoment.scheduleId)
    return { ...watched, sitting: ofMoment.sitting, sittings: ofMoment.sittings }
  if (watched !== ofMoment) setWatched(ofMoment)
  return ofMoment
}

/** Refetches a meditation that was read before the connection opened or was lost: a change may have been missed. */
export function useRefetchStaleMeditation({ socket }: LiveRoom, { today, change }: MeditationDays): void {
  const readAtMs = useRef(today.dataUpdatedAt)
  useEffect(() => {
    readAtMs.current = today.dataUpdatedAt
  }, [today.dataUpdatedAt])
  useEffect(() => {
    let disconnectedAtMs = Date.now()
    return socket.onStatusChange(() => {
      const { state } = socket.status()
      if (state === 'disconnected') disconnectedAtMs = Date.now()
      if (state === 'connected' && readAtMs.current < disconnectedAtMs) change.meditationChanged()
    })
  }, [socket, change])
}

/** Keeps the last defined value on screen after the session and its cached data are gone. */
export function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [lastDefined, setLastDefined] = useState(value)
  if (value !== undefined && value !== lastDefined) setLastDefined(value)
  return value === undefined ? lastDefined : value
}

/** The day at a timestamp of the browser's own clock. */
function dayAt(atMs: number): string {
  return pageDays().dayOf(serverNow() - (Date.now() - atMs))
}

/** The day that the screen has reached. A day without a meditation has no date in the response. */
async function refetchDay(refetch: MeditationDays['today']['refetch']): Promise<string> {
  const { data, error } = await refetch()
  if (error) throw error
  return data?.date ?? pageToday()
}
