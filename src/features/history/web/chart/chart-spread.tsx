// Distribution chart: how often each level was recorded, Before on the left and After on the right.
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { energyLevelsDescending } from '#features/energy/levels.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { markClass, Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import {
  type LevelCount,
  countGapPx,
  type ChartFrame,
  plotPx,
  rowPx,
  type SpreadRow,
  spinePx,
  spreadRows,
  tickY,
  ticksPx,
} from '../../chart.ts'
import { describeSpread } from '../../format-chart.ts'
import { LevelNames } from './chart-levels.tsx'
import { SpreadTable } from './chart-tables.tsx'

interface SpreadFigureProps {
  counts: readonly LevelCount[]
  frame: ChartFrame
}

/** Beside the period chart it shares the level names; below it, it shows its own. */
export function SpreadFigure({ counts, frame }: SpreadFigureProps) {
  const { isWide, spreadPx } = frame
  const rows = useMemo(() => spreadRows(counts, frame), [counts, frame])
  const spine = spinePx[isWide ? 'wide' : 'narrow']
  return (
    <div>
      <h3 className="flex h-14 items-end pb-3 text-small font-medium text-ink-2">{t('How often')}</h3>
      <div className="flex">
        {!isWide && <LevelNames />}
        {/* Like the period chart: from left to right on every page. */}
        <div dir="ltr" className="relative" style={{ width: spreadPx }}>
          <svg
            role="img"
            aria-label={describeSpread(counts)}
            width={spreadPx}
            height={plotPx + ticksPx}
            className="block"
          >
            {rows.map((row) => (
              <SpreadBars key={row.index} {...{ row, spreadPx, spine }} />
            ))}
            <g className="fill-ink-3 text-meta">
              <text x={(spreadPx - spine) / 2} y={tickY} textAnchor="end">
                {t('Before')}
              </text>
              <text x={(spreadPx + spine) / 2} y={tickY}>
                {t('After')}
              </text>
            </g>
          </svg>
          {isWide && <Spine left={(spreadPx - spine) / 2} />}
        </div>
      </div>
      <SpreadTable counts={counts} />
    </div>
  )
}

/** The centers form the line from which the bars grow. */
function Spine({ left }: { left: number }) {
  return (
    <div aria-hidden className="absolute top-0" style={{ left, width: spinePx.wide }}>
      {energyLevelsDescending.map(({ index }) => (
        <div key={index} className="grid place-items-center" style={{ height: rowPx }}>
          <Rosette level={index as RosetteLevel} size={20} tone="mark" />
        </div>
      ))}
    </div>
  )
}

const barPx = 10

interface SpreadBarsProps {
  row: SpreadRow
  spreadPx: number
  spine: number
}

function SpreadBars({ row, spreadPx, spine }: SpreadBarsProps) {
  const { y, index, before, after, beforePx, afterPx } = row
  const left = (spreadPx - spine) / 2
  const right = left + spine
  return (
    <g className={clsx(markClass[index as RosetteLevel], 'text-meta tabular-nums')}>
      {before > 0 && (
        <>
          <rect
            x={left - beforePx + 0.75}
            y={y - barPx / 2 + 0.75}
            width={beforePx - 1.5}
            height={barPx - 1.5}
            rx={(barPx - 1.5) / 2}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
          />
          <text className="fill-ink-2" x={left - beforePx - countGapPx} y={y + 4.5} textAnchor="end">
            {formatNumber(before)}
          </text>
        </>
      )}
      {after > 0 && (
        <>
          <rect
            x={right}
            y={y - barPx / 2}
            width={afterPx}
            height={barPx}
            rx={barPx / 2}
            fill="currentColor"
          />
          <text className="fill-ink-2" x={right + afterPx + countGapPx} y={y + 4.5}>
            {formatNumber(after)}
          </text>
        </>
      )}
    </g>
  )
}
