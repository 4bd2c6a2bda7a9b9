// The days of the meditation screen: what is on, whose room is joined, and how the page comes to the next day.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { LiveRoom } from '#features/live/web/use-live-room.ts'
import { meditationCalls, type DailyMeditation } from '#features/meditation/contract.ts'
import { createDayChange, type DayChange, type DayView } from '#features/meditation/web/day-change.ts'
import { chicagoDay } from '#shared/day.ts'
import { setJoinedDay } from '#web/joined-day.ts'
import { serverNow } from '#web/server-clock.ts'
import { useCall } from '#web/use-call.ts'

export interface MeditationDays extends Omit<DayView, 'stageDay'> {
  today: ReturnType<typeof useCall<typeof meditationCalls.today>>
  /** Undefined while it isn't known, null when the day has none. */
  meditation: DailyMeditation | null | undefined
  /** The day on the stage. */
  day: string
  change: DayChange
  /** The page's own clock says that it is midnight. */
  onMidnight: () => void
}

export function useMeditationDays(signedOut: boolean): MeditationDays {
  const today = useCall(meditationCalls.today, {}, { enabled: !signedOut })
  const meditation = useLastDefined(today.data)
  const { data, dataUpdatedAt, refetch } = today
  const [change] = useState(() => createDayChange({ day: currentDay(), read: () => refetchDay(refetch) }))
  const { stageDay, ...view } = useSyncExternalStore(change.subscribe, change.now)
  const day = meditation?.date ?? stageDay
  useEffect(() => (signedOut ? undefined : change.start()), [change, signedOut])
  useEffect(() => {
    if (data === undefined) return
    change.shows(data?.date ?? dayAt(dataUpdatedAt))
    // It may have been read on another visit, the evening before.
    change.begun(currentDay())
  }, [change, data, dataUpdatedAt])
  useEffect(() => {
    setJoinedDay(day)
    return () => setJoinedDay(null)
  }, [day])
  const onMidnight = useCallback(() => change.begun(currentDay()), [change])
  return { ...view, today, meditation, day, change, onMidnight }
}

/** What the room says of days, beside the page's own clock: whoever comes first. */
export function useDayMessages({ socket }: LiveRoom, change: DayChange): void {
  useEffect(
    () =>
      socket.onMessage((message) => {
        if (message.type === 'session-changed') {
          change.begun(message.sessionDate, message.roomClosed)
          if (message.planChanged) change.planChanged()
        }
        // Joined too late, after a night without a line.
        if (message.type === 'error' && message.code === 'bad_date') change.begun(currentDay(), true)
      }),
    [socket, change],
  )
}

/** Doubts a plan that was read on an earlier visit, or before the line was lost: a change of it went unheard. */
export function useRefetchStalePlan({ socket }: LiveRoom, { today, change }: MeditationDays): void {
  const readAtMs = useRef(today.dataUpdatedAt)
  useEffect(() => {
    readAtMs.current = today.dataUpdatedAt
  }, [today.dataUpdatedAt])
  useEffect(() => {
    let unheardAtMs = Date.now()
    return socket.onConnection(() => {
      const { state } = socket.connection()
      if (state === 'disconnected') unheardAtMs = Date.now()
      if (state === 'connected' && readAtMs.current < unheardAtMs) change.planChanged()
    })
  }, [socket, change])
}

/** What stays on the screen when the session and all that was read in it are gone. */
export function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [known, setKnown] = useState(value)
  if (value !== undefined && value !== known) setKnown(value)
  return value === undefined ? known : value
}

function currentDay(): string {
  return chicagoDay(serverNow())
}

/** The day at a moment of the browser's own clock. */
function dayAt(atMs: number): string {
  return chicagoDay(serverNow() - (Date.now() - atMs))
}

/** Which day the screen has come to: a day without a meditation names none. */
async function refetchDay(refetch: MeditationDays['today']['refetch']): Promise<string> {
  const { data, error } = await refetch()
  if (error) throw error
  return data?.date ?? currentDay()
}
