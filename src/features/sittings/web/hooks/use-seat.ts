// The member's seat in a sitting, with the sound and the wake lock that it asks for.
import { useCallback, useEffect, useState } from 'react'
import { onDraftChangedElsewhere, readDraft, writeDraft } from '#web/drafts.ts'
import { onClockJump } from '#web/server-clock.ts'
import type { Sitting } from '../../sitting.ts'
import { useIsSilenceRunning } from '../data/silence-on-page.ts'
import { useClockSampling } from './use-clock-sampling.ts'
import { allowBell, usePressPermissions, type Refusable } from './use-press-permissions.ts'

export interface Seat {
  isTaken: boolean
  /** It was taken in this sitting, perhaps before a reload, after which the sound needs another press. */
  wasTaken: boolean
  /** Permissions that the browser refused. */
  refused: readonly Refusable[]
  take: () => void
  /** Takes it in a sitting that the member has begun, once the page shows that one. */
  takeIn: (sittingId: number) => void
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
 * while the video is watched (PHASE-08, SYNC-21). While the sound of a silence runs there is none (SEQ-12). The sitting's id
 * is saved on this device until the sharing ends, so that a member can save an After after a reload (PHASE-12).
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
  if ((isTaken || isOnOwn) && !isUnderWay) {
    setTaken(false)
    setOnOwn(false)
  }
  // Of the sitting that a press is for: who begins one has the seat once the page shows it.
  const [pressedId, setPressedId] = useState('')
  if (isUnderWay && pressedId === id) {
    setPressedId('')
    setTaken(true)
    setTakenId(id)
  }
  useEffect(() => {
    if (isTaken && takenId !== null) writeDraft(seatDraft, takenId)
  }, [isTaken, takenId])
  const isSilenceRunning = useIsSilenceRunning()
  const refused = usePressPermissions({
    isPressed: isTaken,
    keepsScreenOn: isWatched && !isSilenceRunning,
  })
  const sample = useClockSampling()
  useEffect(() => {
    if (!isTaken) return
    sample()
    // After a sleep one response sets the clock; bell and video need it exactly.
    return onClockJump(sample)
  }, [isTaken, sample])
  const isOver = takenId === id && !isUnderWay
  useEffect(() => {
    if (isOver) writeDraft(seatDraft, '')
  }, [isOver])
  const take = useCallback(() => {
    setPressedId(id)
    allowBell()
  }, [id])
  const takeIn = useCallback((sittingId: number) => setPressedId(String(sittingId)), [])
  const leave = useCallback(() => {
    setTaken(false)
    setOnOwn(false)
  }, [])
  return { isTaken, wasTaken, refused, take, takeIn, leave, isOnOwn, setOnOwn }
}
