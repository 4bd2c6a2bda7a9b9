// Journey figure geometry: its centers, its outlines as path data, and its placement in a pane.

/** Drawing units: x starts at the spine, y runs downwards from above the head. */
export const figure = {
  /** y of the levels 0 to 7; No Awareness is on the water, below Root. */
  levelY: [452, 398, 334, 271, 205, 136, 76, 24] as const,
  /** y of the seat, the fixed point of the breath. */
  seatY: 434,
  /** Bounds of the figure with its glow; only sky and water extend beyond them. */
  left: -238,
  right: 238,
  top: -44,
  bottom: 490,
} as const

export const topLevel = figure.levelY.length - 1

/** Petals of the levels 0 to 7 by tradition; 20 represent the Crown's thousand, and No Awareness is a ring. */
export const petalCounts = [0, 4, 6, 10, 12, 16, 2, 20] as const

/** y of a level; fractional levels are interpolated. */
export function levelHeight(level: number): number {
  const below = Math.min(topLevel - 1, Math.max(0, Math.floor(level)))
  const from = figure.levelY[below] ?? 0
  const to = figure.levelY[below + 1] ?? 0
  return from + (to - from) * (level - below)
}

/** The level at a y, clamped to 0 to 7: the inverse of `levelHeight`. */
export function levelAtHeight(y: number): number {
  for (let level = 0; level < topLevel; level += 1) {
    const from = figure.levelY[level] ?? 0
    const to = figure.levelY[level + 1] ?? 0
    if (y >= to) return level + Math.max(0, (from - y) / (from - to))
  }
  return topLevel
}

/** The braid's amplitude at a level: wide in the belly, narrow in the head. */
export function braidWidth(level: number): number {
  return 19 - 7 * (level / topLevel) ** 2
}

/** The figure's placement in a pane, in pane units: a point of the drawing is at x + scale × its x. */
export interface Placement {
  scale: number
  x: number
  y: number
}

/** The part of a pane available to the figure, in any unit. */
export interface FigureArea {
  left: number
  top: number
  width: number
  height: number
}

/** Centers the largest figure whose glow fits. */
export function placeFigure(area: FigureArea): Placement {
  const width = figure.right - figure.left
  const height = figure.bottom - figure.top
  const scale = Math.max(0, Math.min(area.width / width, area.height / height))
  return {
    scale,
    x: area.left + area.width / 2 - (scale * (figure.left + figure.right)) / 2,
    y: area.top + area.height / 2 - (scale * (figure.top + figure.bottom)) / 2,
  }
}

/** The factor for line widths at a scale: lines grow and shrink more slowly than the figure. */
export function lineFactor(scale: number): number {
  return Math.min(4, Math.max(0.3, scale)) ** -0.35
}

/** A cubic Bézier segment: two control points and the end point. */
type Curve = readonly [number, number, number, number, number, number]

/** The right half of the outline, from the top of the head to the middle of the seat. */
const half: readonly Curve[] = [
  // head and jaw
  [15, 46, 26, 60, 26, 81],
  [26, 98, 20, 111, 12, 119],
  // neck, slope of the shoulder
  [11, 126, 11.5, 132, 14, 137],
  [21, 147, 40, 150, 56, 157],
  // shoulder, upper arm, elbow
  [74, 164, 85, 178, 89, 200],
  [93, 228, 102, 258, 117, 287],
  // forearm, and the hand on the knee
  [125, 302, 133, 314, 144, 325],
  [154, 334, 163, 343, 168, 353],
  [171, 360, 167, 365, 158, 364],
  // knee and shin
  [178, 371, 195, 386, 195, 404],
  [195, 421, 161, 429, 118, 432],
  [76, 435, 34, 435, 0, 435],
]

const headTop = [0, 46] as const

/** The opening between arm and flank. */
const openingTop = [60, 219] as const
const opening: readonly Curve[] = [
  [65, 250, 79, 290, 110, 327],
  [117, 336, 114, 345, 104, 347],
  [90, 349, 75, 350, 67, 347],
  [54, 342, 49, 300, 52, 266],
  [53, 248, 57, 233, 60, 219],
]

/** The outline as a path for SVG and Path2D. */
export const outlinePath = outline()
/** Outline and openings as one path; fill it with the even-odd rule. */
export const bodyPath = [outlinePath, openingPath(1), openingPath(-1)].join('')

/** Fine lines within the body: crossed shins, feet, hands, collar bones. */
export const foldsPath = [
  'M152 372C112 381 62 394 22 405C-10 414-34 421-58 424',
  'M-152 372C-112 381-72 391-38 401',
  'M-58 424C-70 420-92 418-104 421C-114 424-113 431-104 433',
  'M58 417C72 416 92 417 104 421C114 424 113 431 104 433',
  'M158 364C150 362 142 357 136 349M-158 364C-150 362-142 357-136 349',
  'M-46 159C-33 164-18 165-8 161M46 159C33 164 18 165 8 161',
].join('')

/** A petal of a rosette with radius 1, as an ellipse; rotation in radians. */
export interface Petal {
  x: number
  y: number
  length: number
  breadth: number
  rotation: number
}

/** The petals of a level's rosette; empty for No Awareness. */
export function petalsOf(level: number): Petal[] {
  const count = petalCounts[level] ?? 0
  if (count === 2) {
    return [-1, 1].map((side) => ({ x: side * 0.92, y: 0, length: 0.5, breadth: 0.3, rotation: 0 }))
  }
  const length = count > 12 ? 0.4 - (count - 12) * 0.012 : 0.4
  const breadth = count > 12 ? 1.75 / count : 0.4 * Math.min(1, 3.2 / count + 0.18)
  return Array.from({ length: count }, (_, index) => {
    const rotation = (index / count) * 2 * Math.PI - Math.PI / 2
    const center = 1 - length
    return { x: Math.cos(rotation) * center, y: Math.sin(rotation) * center, length, breadth, rotation }
  })
}

function outline(): string {
  const rightwards = half.map((curve) => `C${curve.join(' ')}`)
  const ends = [headTop, ...half.map(([, , , , x, y]) => [x, y] as const)]
  const leftwards = half
    .map(([x1, y1, x2, y2], index) => {
      const [x, y] = ends[index] ?? headTop
      return `C${-x2} ${y2} ${-x1} ${y1} ${-x} ${y}`
    })
    .reverse()
  return `M${headTop.join(' ')}${rightwards.join('')}${leftwards.join('')}Z`
}

function openingPath(side: 1 | -1): string {
  const curves = opening.map(
    ([x1, y1, x2, y2, x, y]) => `C${side * x1} ${y1} ${side * x2} ${y2} ${side * x} ${y}`,
  )
  return `M${side * openingTop[0]} ${openingTop[1]}${curves.join('')}Z`
}
