// What has a place in the page and comes with data: around a bell it neither comes nor goes by itself (LIGHT-01).
import { useState, useSyncExternalStore } from 'react'
import { isMeditating, onMeditatingChange, useHeldPlaces } from './visit-state.ts'

/**
 * Returns the value as it was when its place began to be held; at other times the last one. The function is for a press of
 * the member, which may move it: it lets values through until the places are free again.
 */
export function useHeldPlace<Value>(value: Value): [Value, () => void] {
  return useHeld(value, useHeldPlaces() === 'all')
}

/**
 * For a line below the bar, which the picture would follow: its place is held from the bell to the end, too. Meanwhile it
 * is unseen, by `unseenLine` (PHASE-11).
 */
export function useHeldLine<Value>(value: Value): { line: Value; isUnseen: boolean; release: () => void } {
  const [line, release] = useHeld(value, useHeldPlaces() !== null)
  return { line, isUnseen: useSyncExternalStore(onMeditatingChange, isMeditating), release }
}

/** The class of a line while it is unseen, in lights.css. */
export const unseenLine = 'line-rests'

function useHeld<Value>(value: Value, isHeld: boolean): [Value, () => void] {
  const [held, setHeld] = useState<{ value: Value } | null>(null)
  const [isReleased, setReleased] = useState(false)
  const holds = isHeld && !isReleased
  if (holds && held === null) setHeld({ value })
  if (!holds && held !== null) setHeld(null)
  if (!isHeld && isReleased) setReleased(false)
  return [holds && held !== null ? held.value : value, () => setReleased(isHeld)]
}
