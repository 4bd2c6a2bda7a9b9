// Day marks: a ring for Before and a disc for After, at the height and in the color of the level.
import { levelIndexOf, type HistoryDay } from '../../history.ts'
import { energyLevels } from '../../levels.ts'
import { levelColorClass } from '../level-color.ts'

const box = { width: 40, height: 26, beforeX: 8, afterX: 32 }
// The outer radius of either mark.
const radius = 4
const stroke = 2

/** A day's change as a drawing: the ring on the left, the disc on the right. Decorative. */
export function DayPath({ day }: { day: HistoryDay }) {
  const before = levelIndexOf(day.preEntry)
  const after = levelIndexOf(day.postEntry)
  return (
    <svg
      viewBox={`0 0 ${box.width} ${box.height}`}
      width={box.width}
      height={box.height}
      aria-hidden="true"
      className="max-w-full @min-[40rem]:h-10 @min-[40rem]:w-auto"
    >
      {before !== null && after !== null && <MarkConnector before={before} after={after} />}
      {before !== null && <Ring x={box.beforeX} y={levelMarkY(before)} index={before} />}
      {after !== null && <Disc x={box.afterX} y={levelMarkY(after)} index={after} />}
    </svg>
  )
}

/** A single mark for use before a name; without a level (in a legend) it has no level color. */
export function LevelMark({ when, index }: { when: 'before' | 'after'; index: number | null }) {
  const at = { x: 5, y: 5, index }
  return (
    <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className="flex-none">
      {when === 'before' ? <Ring {...at} /> : <Disc {...at} />}
    </svg>
  )
}

interface MarkProps {
  x: number
  y: number
  index: number | null
}

function Ring({ x, y, index }: MarkProps) {
  return (
    <circle
      cx={x}
      cy={y}
      r={radius - stroke / 2}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      className={levelColorOf(index)}
    />
  )
}

function Disc({ x, y, index }: MarkProps) {
  return <circle cx={x} cy={y} r={radius} fill="currentColor" className={levelColorOf(index)} />
}

/** Runs from edge to edge: the ring is hollow, and must look so on every background. */
function MarkConnector({ before, after }: { before: number; after: number }) {
  const dx = box.afterX - box.beforeX
  const dy = levelMarkY(after) - levelMarkY(before)
  const inset = (radius + 1) / Math.hypot(dx, dy)
  const at = (part: number) => `${box.beforeX + dx * part} ${levelMarkY(before) + dy * part}`
  return (
    <path
      d={`M${at(inset)}L${at(1 - inset)}`}
      stroke="currentColor"
      strokeWidth="1"
      className="text-line-strong"
    />
  )
}

/** The y of a mark's center in the drawing. */
function levelMarkY(index: number): number {
  const usableHeight = box.height - 2 * radius
  return box.height - radius - (usableHeight * index) / (energyLevels.length - 1)
}

function levelColorOf(index: number | null): string {
  const level = index === null ? undefined : energyLevels[index]
  return level ? levelColorClass[level.token] : 'text-ink-3'
}
