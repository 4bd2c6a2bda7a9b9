// Energy levels: names, and the conversion between stored and displayed values (ENERGY-02, ENERGY-11).
import { plural } from '#shared/format-number.ts'

export interface EnergyLevel {
  /** 0 to 7: what members see. */
  index: number
  /** The short name, for badges. */
  name: string
  /** The modal's name for it. */
  title: string
  description: string
  /** The name in the design tokens, as in `--c-root`. */
  token: 'none' | 'root' | 'sacral' | 'solar' | 'heart' | 'throat' | 'third-eye' | 'crown'
  /** The color's name, for members who can't see it. */
  color: string
}

// The modal sends the selected index plus one; only the two functions below know the offset (ENERGY-10).
const storedOffset = 1

const noAwareness: EnergyLevel = {
  index: 0,
  name: 'No Awareness',
  title: 'No Awareness',
  description: 'Disconnected',
  token: 'none',
  color: 'black',
}

/** The eight levels, from No Awareness to Crown. */
export const energyLevels: readonly EnergyLevel[] = [
  noAwareness,
  center(1, 'Root', 'Grounded & Stable', 'root', 'red'),
  center(2, 'Sacral', 'Creative & Flowing', 'sacral', 'orange'),
  center(3, 'Solar Plexus', 'Confident & Powerful', 'solar', 'yellow'),
  center(4, 'Heart', 'Loving & Compassionate', 'heart', 'green'),
  center(5, 'Throat', 'Expressive & Clear', 'throat', 'blue'),
  center(6, 'Third Eye', 'Intuitive & Wise', 'third-eye', 'dark purple'),
  center(7, 'Crown', 'Spiritual & Connected', 'crown', 'violet'),
]

/** The levels with Crown first, for scales and lists. */
export const energyLevelsDescending: readonly EnergyLevel[] = [...energyLevels].reverse()

/** The stored value of a selected index: plus one (ENERGY-06). */
export function emotionLevelOf(index: number): number {
  return index + storedOffset
}

/** The level of a stored value; values outside the scale give No Awareness (ENERGY-09). */
export function levelOf(emotionLevel: number): EnergyLevel {
  return energyLevels[emotionLevel - storedOffset] ?? noAwareness
}

/** A change for display: '+4 levels', '+1 level', 'No change', '−2 levels'. */
export function formatLevelChange(levels: number): string {
  if (levels === 0) return 'No change'
  const sign = levels > 0 ? '+' : '−'
  return plural(Math.abs(levels), { one: `${sign}# level`, other: `${sign}# levels` })
}

function center(
  index: number,
  name: string,
  description: string,
  token: EnergyLevel['token'],
  color: string,
): EnergyLevel {
  return { index, name, title: `${name} Center`, description, token, color }
}
