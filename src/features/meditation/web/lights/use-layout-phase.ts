// What the page around the picture shows of a sitting: for who sits in the dark it changes where nobody sees it.
import { useState } from 'react'
import { isChatPaused, type Phase } from '#features/sittings/phases.ts'
import { useKeepsLights } from './keep-lights.ts'
import type { Lights } from './use-lights.ts'

/**
 * `doors`, `sitting` and `sharing` have the same places, so that nothing moves in the light. `cleared`: the sharing of who
 * sat in the dark, where the places of what came before it were given up.
 */
export type LayoutPhase = 'open' | 'doors' | 'sitting' | 'sharing' | 'cleared'

type LightsNow = Pick<Lights, 'isDown' | 'isDark'>

export function layoutPhaseOf(phase: Phase): LayoutPhase {
  if (phase === 'open' || phase === 'sharing') return phase
  return isChatPaused(phase) ? 'sitting' : 'doors'
}

/** The next one. While the lights go down the former stays; the dark page is laid out for the end of the sitting. */
export function nextLayoutPhase(
  shown: LayoutPhase,
  phase: Phase,
  { isDown, isDark }: LightsNow,
): LayoutPhase {
  if (isDark) return 'cleared'
  if (isDown || (phase === 'sharing' && shown === 'cleared')) return shown
  return layoutPhaseOf(phase)
}

/** `hasSat`: the member has the ending of this sitting, perhaps after a reload. */
export function useLayoutPhase(phase: Phase, lights: LightsNow, hasSat: boolean): LayoutPhase {
  const { keepsLights } = useKeepsLights()
  const wasDark = lights.isDown || (hasSat && !keepsLights)
  const [shown, setShown] = useState(() => (wasDark ? 'cleared' : layoutPhaseOf(phase)))
  const next = nextLayoutPhase(shown, phase, lights)
  if (next !== shown) setShown(next)
  return next
}
