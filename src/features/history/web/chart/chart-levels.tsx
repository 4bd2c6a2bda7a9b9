// Shared parts of the chart's drawings: level names, level lines and the color gradient.
import { energyLevelsDescending } from '#features/energy/levels.ts'
import { translate } from '#shared/i18n/t.ts'
import { markClass, Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import { axisPx, levelY, rowPx } from '../../chart.ts'

/** The level names on the left; hidden from screen readers, which get the tables. */
export function LevelNames() {
  return (
    <div aria-hidden className="flex-none text-meta" style={{ width: axisPx }}>
      {energyLevelsDescending.map(({ index, name }) => (
        <div
          key={index}
          className="flex items-center gap-1 pe-1.5 whitespace-nowrap"
          style={{ height: rowPx }}
        >
          <Rosette level={index as RosetteLevel} size={14} tone="mark" />
          {/* The longest name, in German, keeps clear of the lines. */}
          <span className="flex-1 tracking-[-0.02em] text-ink-2">{translate(name)}</span>
          <span className="text-ink-3 tabular-nums">{index}</span>
        </div>
      ))}
    </div>
  )
}

/** A hairline per level, over the whole width. */
export function LevelLines({ widthPx }: { widthPx: number }) {
  const lines = energyLevelsDescending.map(({ index }) => `M0 ${levelY(index) + 0.5}H${widthPx}`)
  return <path d={lines.join('')} className="stroke-line" />
}

/** A gradient from row to row: each height has its level's color, blended between levels. */
export function LevelGradient({ id }: { id: string }) {
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1={levelY(7)} y2={levelY(0)}>
      {energyLevelsDescending.map(({ index }, row) => (
        <stop
          key={index}
          offset={row / 7}
          stopColor="currentColor"
          className={markClass[index as RosetteLevel]}
        />
      ))}
    </linearGradient>
  )
}
