// What the press allows that takes a seat, or begins a hall: sound, and a screen that stays on.
import { useCallback, useEffect, useState } from 'react'
import { logFailure } from '#web/log.ts'
import { useWakeLock } from '#web/use-wake-lock.ts'
import { prepareBell, resumeAudio } from '../data/bell-sound.ts'
import { chosenBell } from '../data/bell.ts'

/** What a browser may refuse. */
export type Refusable = 'sound' | 'screen'

/** Asks for them from the press on; returns what the browser refuses. */
export function usePressPermissions({
  isPressed,
  keepsScreenOn,
}: {
  isPressed: boolean
  keepsScreenOn: boolean
}): readonly Refusable[] {
  const [refused, setRefused] = useState<readonly Refusable[]>([])
  if (!isPressed && refused.length > 0) setRefused([])
  const onResult = useCallback((what: Refusable, isGranted: boolean) => {
    setRefused((known) => {
      if (isGranted === !known.includes(what)) return known
      return isGranted ? known.filter((other) => other !== what) : [...known, what]
    })
  }, [])
  const onScreen = useCallback((isGranted: boolean) => onResult('screen', isGranted), [onResult])
  useWakeLock(isPressed && keepsScreenOn, onScreen)
  useEffect(
    () => (isPressed ? resumeAudio((isAudible) => onResult('sound', isAudible)) : undefined),
    [isPressed, onResult],
  )
  return refused
}

/** Within the press: browsers let a page sound by it alone. */
export function allowBell(): void {
  try {
    prepareBell(chosenBell())
  } catch (error) {
    logFailure('The bell could not be prepared.', error)
  }
}
