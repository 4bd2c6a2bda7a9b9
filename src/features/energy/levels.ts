// Energy levels: names, and the conversion between stored and displayed values (ENERGY-02, ENERGY-11).
import { t, message, type Message } from '#shared/i18n/t.ts'

export interface EnergyLevel {
  /** 0 to 7: what members see. */
  index: number
  /** The short name, for badges. */
  name: Message
  /** The modal's name for it. */
  title: Message
  description: Message
  /** The name in the design tokens, as in `--c-root`. */
  token: 'none' | 'root' | 'sacral' | 'solar' | 'heart' | 'throat' | 'third-eye' | 'crown'
  /** The color's name, for members who can't see it. */
  color: Message
}

// The modal sends the selected index plus one; only the two functions below know the offset (ENERGY-10).
const storedOffset = 1

const noAwareness: EnergyLevel = {
  index: 0,
  name: message('No Awareness'),
  title: message('No Awareness'),
  description: message('Disconnected'),
  token: 'none',
  color: message('black'),
}

/** The eight levels, from No Awareness to Crown. */
export const energyLevels: readonly EnergyLevel[] = [
  noAwareness,
  {
    index: 1,
    name: message('Root'),
    title: message('Root Center'),
    description: message('Grounded & Stable'),
    token: 'root',
    color: message('red'),
  },
  {
    index: 2,
    name: message('Sacral'),
    title: message('Sacral Center'),
    description: message('Creative & Flowing'),
    token: 'sacral',
    color: message('orange'),
  },
  {
    index: 3,
    name: message('Solar Plexus'),
    title: message('Solar Plexus Center'),
    description: message('Confident & Powerful'),
    token: 'solar',
    color: message('yellow'),
  },
  {
    index: 4,
    name: message('Heart'),
    title: message('Heart Center'),
    description: message('Loving & Compassionate'),
    token: 'heart',
    color: message('green'),
  },
  {
    index: 5,
    name: message('Throat'),
    title: message('Throat Center'),
    description: message('Expressive & Clear'),
    token: 'throat',
    color: message('blue'),
  },
  {
    index: 6,
    name: message('Third Eye'),
    title: message('Third Eye Center'),
    description: message('Intuitive & Wise'),
    token: 'third-eye',
    color: message('dark purple'),
  },
  {
    index: 7,
    name: message('Crown'),
    title: message('Crown Center'),
    description: message('Spiritual & Connected'),
    token: 'crown',
    color: message('violet'),
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
