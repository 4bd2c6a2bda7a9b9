// The scale of energy levels: what is stored, what people see, and its names (ENERGY-02, ENERGY-11).

export interface EnergyLevel {
  /** 0 to 7: what people see. */
  index: number
  /** The short name, as badges show it. */
  name: string
  /** The name that the modal shows. */
  title: string
  description: string
  /** The name in the design's tokens, as in `--c-root`. */
  token: 'none' | 'root' | 'sacral' | 'solar' | 'heart' | 'throat' | 'third-eye' | 'crown'
  /** The colour in words, for whom a colour says nothing. */
  colour: string
}

// The modal sends the selected index plus one; nothing but the two functions below knows of it (ENERGY-10).
const storedOffset = 1

const noAwareness: EnergyLevel = {
  index: 0,
  name: 'No Awareness',
  title: 'No Awareness',
  description: 'Disconnected',
  token: 'none',
  colour: 'black',
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

/** The same, the Crown on top, as scales and lists show them. */
export const energyLevelsDescending: readonly EnergyLevel[] = [...energyLevels].reverse()

/** What a level is stored and sent as: the index that was selected, plus one (ENERGY-06). */
export function emotionLevelOf(index: number): number {
  return index + storedOffset
}

/** The level that a stored one shows; anything outside the scale shows No Awareness (ENERGY-09). */
export function levelOf(emotionLevel: number): EnergyLevel {
  return energyLevels[emotionLevel - storedOffset] ?? noAwareness
}

function center(
  index: number,
  name: string,
  description: string,
  token: EnergyLevel['token'],
  colour: string,
): EnergyLevel {
  return { index, name, title: `${name} Center`, description, token, colour }
}
