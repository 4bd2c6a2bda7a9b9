// What changes with the start of something, in the same paint.
import { useState } from 'react'

/** Calls `onStart`, which sets state of the component, in the render in which `isOn` has become true. */
export function useStartOf(isOn: boolean, onStart: () => void): void {
  const [wasOn, setWasOn] = useState(isOn)
  if (isOn === wasOn) return
  setWasOn(isOn)
  if (isOn) onStart()
}
