// Energy levels: names, and the conversion between stored and displayed values (ENERGY-02, ENERGY-11).
import { t, text, type Text } from '#shared/t.ts'

export interface EnergyLevel {
  /** 0 to 7: what members see. */
  index: number
  /** The short name, for badges. */
  name: Text
  /** The modal's name for it. */
  title: Text
  description: Text
  /** The name in the design tokens, as in `--c-root`. */
  token: 'none' | 'root' | 'sacral' | 'solar' | 'heart' | 'throat' | 'third-eye' | 'crown'
  /** The color's name, for members who can't see it. */
  color: Text
}

// The modal sends the selected index plus one; only the two functions below know the offset (ENERGY-10).
const storedOffset = 1

const noAwareness: EnergyLevel = {
  index: 0,
  name: text('No Awareness'),
  title: text('No Awareness'),
  description: text('Disconnected'),
  token: 'none',
  color: text('black'),
}

/** The eight levels, from No Awareness to Crown. */
export const energyLevels: readonly EnergyLevel[] = [
  noAwareness,
  {
    index: 1,
    name: text('Root'),
    title: text('Root Center'),
    description: text('Grounded & Stable'),
    token: 'root',
    color: text('red'),
  },
  {
    index: 2,
    name: text('Sacral'),
    title: text('Sacral Center'),
    description: text('Creative & Flowing'),
    token: 'sacral',
    color: text('orange'),
  },
  {
    index: 3,
    name: text('Solar Plexus'),
    title: text('Solar Plexus Center'),
    description: text('Confident & Powerful'),
    token: 'solar',
    color: text('yellow'),
  },
  {
    index: 4,
    name: text('Heart'),
    title: text('Heart Center'),
    description: text('Loving & Compassionate'),
    token: 'heart',
    color: text('green'),
  },
  {
    index: 5,
    name: text('Throat'),
    title: text('Throat Center'),
    description: text('Expressive & Clear'),
    token: 'throat',
    color: text('blue'),
  },
  {
    index: 6,
    name: text('Third Eye'),
    title: text('Third Eye Center'),
    description: text('Intuitive & Wise'),
    token: 'third-eye',
    color: text('dark purple'),
  },
  {
    index: 7,
    name: text('Crown'),
    title: text('Crown Center'),
    description: text('Spiritual & Connected'),
    token: 'crown',
    color: text('violet'),
  },
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
  if (levels === 0) return t('No change')
  const count = Math.abs(levels)
  return levels > 0
    ? t('{count, plural, one {+# level} other {+# levels}}', { count })
    : t('{count, plural, one {−# level} other {−# levels}}', { count })
}
