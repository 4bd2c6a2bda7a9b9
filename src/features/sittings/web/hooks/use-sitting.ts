// The sitting on a page: its phase by the server's clock, the member's seat, and re-reads of its moments.
import { useCallback, useEffect, useRef, useState } from 'react'
import { screenWakeLock } from '#web/secure-context.ts'
import { onDraftChangedElsewhere, readDraft, writeDraft } from '#web/drafts.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { onClockJump, serverNow } from '#web/server-clock.ts'
import { logFailure } from '#web/log.ts'
import { onPageShown } from '#web/page-shown.ts'
import { grantMaxMs, settledWithin } from '#web/settled-within.ts'
import type { Sitting } from '../../sitting.ts'
import { chosenBell } from '../data/bell.ts'
import { resumeAudio, prepareBell } from '../data/bell-sound.ts'
import { sampleServerClock } from '../data/sample-server-clock.ts'
import { isAhead, isUnderWay, msToBell, msToNextPhase, phaseAt, silenceAt, type Phase } from '../../phases.ts'

/** Timers are late on a device that slept, and the known server clock improves: none runs longer than this. */
const recheckMs = 10_000

export interface PageMoment {
  phase: Phase
  /** The video is over, and the silence after it is on. */
  isSilence: boolean
  /** The doors haven't opened yet. */
  isAhead: boolean
}

/**
 * The phase and the silence now; they change within 250 ms of the server's moment, and at once when the page is shown
 * (PHASE-06).
 */
export function usePhase(sitting: Sitting | null): PageMoment {
  const [moment, setMoment] = useState(() => momentAt(sitting, serverNow()))
  useEffect(
    () =>
      runOnTime(() => {
        const now = serverNow()
        const next = momentAt(sitting, now)
        setMoment((known) => (isSameMoment(known, next) ? known : next))
        const leftMs = msToNextPhase(sitting, now)
        return leftMs === null ? null : Math.min(leftMs, recheckMs)
      }),
    [sitting],
  )
  return moment
}

function momentAt(sitting: Sitting | null, nowMs: number): PageMoment {
  const phase = phaseAt(sitting, nowMs)
  const isSilence = sitting !== null && phase === 'meditation' && nowMs >= silenceAt(sitting)
  return { phase, isSilence, isAhead: isAhead(sitting, nowMs) }
}

function isSameMoment(a: PageMoment, b: PageMoment): boolean {
  return a.phase === b.phase && a.isSilence === b.isSilence && a.isAhead === b.isAhead
}

const refreshFromMs = 90_000
const refreshUntilMs = 30_000

/**
 * Refetches the sitting once, 90 to 30 seconds before the bell; the moment is random to spread the load. Also refetches
 * whenever the page is shown during the sitting (PHASE-22).
 */
export function useRefreshedSitting(sitting: Sitting | null, refresh: () => void): void {
  const latest = useRef({ sitting, refresh })
  useEffect(() => {
    latest.current = { sitting, refresh }
  })
  const bellAt = sitting !== null && !sitting.cancelled ? sitting.startsAt : null
  useEffect(() => {
    if (bellAt === null) return
    const leadMs = refreshUntilMs + (refreshFromMs - refreshUntilMs) * Math.random()
    const left = () => msToBell(bellAt, serverNow()) - leadMs
    // A page that opens later has just read them.
    let isDone = left() <= 0
    return runOnTime(() => {
      if (isDone) return null
      const leftMs = left()
      if (leftMs > 0) return leftMs
      isDone = true
      latest.current.refresh()
      return null
    })
  }, [bellAt])
  useEffect(
    () =>
      onPageShown(() => {
        if (!isUnderWay(latest.current.sitting, serverNow())) return
        latest.current.refresh()
        sampleServerClock().catch(onSamplingFailed)
      }),
    [],
  )
}

function onSamplingFailed(error: unknown): void {
  logFailure('The server’s clock could not be read.', error)
}

/** Permissions that a seat requests and a browser may refuse: sound, and a screen that stays on. */
export type Refusable = 'sound' | 'screen'

export interface Seat {
  isTaken: boolean
  /** It was taken in this sitting, perhaps before a reload, after which the sound needs another press. */
  wasTaken: boolean
  /** Permissions that the browser refused. */
  refused: readonly Refusable[]
  take: () => void
  /** Gives the seat up; the member has sat all the same. */
  leave: () => void
  /** The member has left the group's pace (SYNC-18). */
  isOnOwn: boolean
  setOnOwn: (isOnOwn: boolean) => void
}

/** The id of the sitting in which the member took a seat, on this device and in any of its tabs. */
const seatDraft = 'seat'

/**
 * The member's seat, while the sitting is under way. The press that takes it also allows the sound, and a wake lock
 * while the video is watched (PHASE-08, SYNC-21). The sitting's id is saved on this device until the sharing ends,
 * so that a member can save an After after a reload (PHASE-12).
 */
export function useSeat(
  sitting: Pick<Sitting, 'id'> | null,
  { isUnderWay, isWatched }: { isUnderWay: boolean; isWatched: boolean },
): Seat {
  const id = sitting === null ? '' : String(sitting.id)
  const [takenId, setTakenId] = useState(() => readDraft(seatDraft))
  // A tab that stays open offers the ending of a seat that was taken in another.
  useEffect(() => onDraftChangedElsewhere(seatDraft, setTakenId), [])
  const wasTaken = isUnderWay && takenId === id
  const [isTaken, setTaken] = useState(false)
  const [isOnOwn, setOnOwn] = useState(false)
  const [refused, setRefused] = useState<readonly Refusable[]>([])
  if (isTaken && !isUnderWay) {
    setTaken(false)
    setOnOwn(false)
    setRefused([])
  }
  const onResult = useCallback((what: Refusable, isGranted: boolean) => {
    setRefused((known) => {
      if (isGranted === !known.includes(what)) return known
      return isGranted ? known.filter((other) => other !== what) : [...known, what]
    })
  }, [])
  useWakeLock(isTaken && isWatched, onResult)
  useEffect(
    () => (isTaken ? resumeAudio((isAudible) => onResult('sound', isAudible)) : undefined),
    [isTaken, onResult],
  )
  // After a sleep one response sets the clock; bell and video need it exactly.
  useEffect(
    () => (isTaken ? onClockJump(() => void sampleServerClock().catch(onSamplingFailed)) : undefined),
    [isTaken],
  )
  const isOver = takenId === id && !isUnderWay
  useEffect(() => {
    if (isOver) writeDraft(seatDraft, '')
  }, [isOver])
  const take = useCallback(() => {
    setTaken(true)
    setTakenId(id)
    writeDraft(seatDraft, id)
    sampleServerClock().catch(onSamplingFailed)
    try {
      prepareBell(chosenBell())
    } catch (error) {
      logFailure('The bell could not be prepared.', error)
    }
  }, [id])
  const leave = useCallback(() => {
    setTaken(false)
    setOnOwn(false)
  }, [])
  return { isTaken, wasTaken, refused, take, leave, isOnOwn, setOnOwn }
}

/** Keeps the screen awake; the browser drops the lock of a hidden page, so it's requested again when shown. */
function useWakeLock(isWanted: boolean, onResult: (what: 'screen', isGranted: boolean) => void): void {
  useEffect(() => {
    const wakeLock = screenWakeLock()
    if (!isWanted || !wakeLock) return
    let lock: WakeLockSentinel | null = null
    let isReleased = false
    const request = () => {
      if (document.visibilityState !== 'visible') return
      const granted = wakeLock.request('screen').then((sentinel) => {
        lock = sentinel
        if (isReleased) void sentinel.release()
      })
      settledWithin(granted, grantMaxMs, (isGranted) => {
        if (!isReleased) onResult('screen', isGranted)
      })
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isReleased = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [isWanted, onResult])
}
