// Rosettes: one for each energy level with its traditional number of petals, and the logo with ten petals.
import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'

/** The displayed level: 0 No Awareness, 1 Root … 7 Crown. */
export type RosetteLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Petals from Root to Crown. The Crown's thousand are drawn as 20; No Awareness is a ring without petals. */
const petalsOf: Record<RosetteLevel, number> = { 0: 0, 1: 4, 2: 6, 3: 10, 4: 12, 5: 16, 6: 2, 7: 20 }

const logoPetals = 10

/** A level's colour. */
export const markClass: Record<RosetteLevel, string> = {
  0: 'text-c-none',
  1: 'text-c-root',
  2: 'text-c-sacral',
  3: 'text-c-solar',
  4: 'text-c-heart',
  5: 'text-c-throat',
  6: 'text-c-third-eye',
  7: 'text-c-crown',
}

const textClass: Record<RosetteLevel, string> = {
  0: 'text-c-none-text',
  1: 'text-c-root-text',
  2: 'text-c-sacral-text',
  3: 'text-c-solar-text',
  4: 'text-c-heart-text',
  5: 'text-c-throat-text',
  6: 'text-c-third-eye-text',
  7: 'text-c-crown-text',
}

type RosetteProps = {
  level: RosetteLevel
  /** Edge in px, beside text of normal size: it grows with the text. */
  size?: number
  /** `mark` is the level's colour, `text` its darker shade for small sizes, `inherit` the current text colour. */
  tone?: 'mark' | 'text' | 'inherit'
  className?: string
}

/** A level's rosette. Decorative: the level's name and number are shown next to it. */
export function Rosette({ level, size = 28, tone = size < 24 ? 'text' : 'mark', className }: RosetteProps) {
  const color = { mark: markClass[level], text: textClass[level], inherit: undefined }[tone]
  return (
    <RosetteSvg size={size} className={clsx(color, className)}>
      <Petals count={petalsOf[level]} size={size} />
    </RosetteSvg>
  )
}

/** The product's logo, in the primary colour unless `className` sets another. */
export function LogoRosette({
  size = 30,
  className = 'text-primary',
}: {
  size?: number
  className?: string
}) {
  return (
    <RosetteSvg size={size} className={className}>
      <Petals count={logoPetals} size={size} fillOpacity={0.12} />
    </RosetteSvg>
  )
}

/** Twelve petals in hairlines, for empty states. */
export function HairlineRosette({ size = 88, className }: { size?: number; className?: string }) {
  return (
    <RosetteSvg size={size} className={clsx('text-line-strong', className)}>
      <Petals count={12} size={size} fillOpacity={0} stroke={32 / size} />
    </RosetteSvg>
  )
}

/** The loading indicator: ten petals that open one after another, once. In the current text colour. */
export function OpeningRosette({ size = 24 }: { size?: number }) {
  return (
    <RosetteSvg size={size}>
      <Petals count={logoPetals} size={size} fillOpacity={0.12} opening />
    </RosetteSvg>
  )
}

function RosetteSvg({
  size,
  className,
  children,
}: {
  size: number
  className?: string
  children: ReactNode
}) {
  return (
    <svg
      style={{ width: `${size / 16}rem` }}
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={clsx('h-auto flex-none', className)}
    >
      {children}
    </svg>
  )
}

type PetalsProps = { count: number; size: number; fillOpacity?: number; stroke?: number; opening?: boolean }

function Petals({
  count,
  size,
  fillOpacity = 0.22,
  stroke = petalStrokeWidth(count, size),
  opening = false,
}: PetalsProps) {
  return (
    <>
      <g fill="currentColor" fillOpacity={fillOpacity} stroke="currentColor" strokeWidth={stroke}>
        {count === 0 && <circle cx="16" cy="16" r="9" fill="none" />}
        {/* Two petals alone would look like spectacles. */}
        {count === 2 && <circle cx="16" cy="16" r="13.2" fill="none" />}
        {Array.from({ length: count }, (_, index) => (
          <Petal key={index} index={index} count={count} opening={opening} />
        ))}
      </g>
      {count > 0 && <circle cx="16" cy="16" r={fillOpacity === 0 ? 1.4 : 2.6} fill="currentColor" />}
    </>
  )
}

/** Stroke width in units of the 32-unit view box: thinner with many petals, and thinner at larger sizes. */
const petalStrokeWidth = (count: number, size: number): number =>
  (count > 12 ? 0.95 : 1.3) * (size > 28 ? (28 / size) ** 0.5 : 1)

function Petal({ index, count, opening }: { index: number; count: number; opening: boolean }) {
  const motion = opening ? { className: 'motion-petal', style: { '--petal': index } as CSSProperties } : {}
  if (count === 2) return <ellipse cx={index === 0 ? 10.4 : 21.6} cy="16" rx="4.2" ry="9.6" {...motion} />
  // From twelve petals on they would overlap at the centre, so they get shorter as their number grows.
  const length = count > 12 ? 6.2 - (count - 12) * 0.2 : 6.2
  const breadth = count > 12 ? 26 / count : 6.2 * Math.min(1, 3.2 / count + 0.18)
  const turn = `rotate(${(index / count) * 360 - 90} 16 16)`
  return <ellipse cx={29.7 - length} cy="16" rx={length} ry={breadth} transform={turn} {...motion} />
}
