// Chart tables: the chart's data for screen readers.
import type { ReactNode } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import type { Chart, LevelCount } from '../../chart.ts'
import {
  formatChartChange,
  formatColumnTitle,
  formatChartLevel,
  formatChartStep,
} from '../../format-chart.ts'

/** The columns with an entry. */
export function PeriodTable({ chart, today }: { chart: Chart; today: string }) {
  const { step, columns } = chart
  return (
    <HiddenTable
      caption={`${t('Energy before and after.')} ${formatChartStep(step)}`}
      head={[t('Date'), t('Before'), t('After'), t('Difference')]}
    >
      {columns
        .filter(({ dayCount }) => dayCount > 0)
        .map((column) => (
          <tr key={column.from}>
            <th scope="row">{formatColumnTitle(column, step, today)}</th>
            <td>{formatChartLevel(column.before, step)}</td>
            <td>{formatChartLevel(column.after, step)}</td>
            <td>{formatChartChange(column, step) || '–'}</td>
          </tr>
        ))}
    </HiddenTable>
  )
}

export function SpreadTable({ counts }: { counts: readonly LevelCount[] }) {
  return (
    <HiddenTable
      caption={t('How often you recorded each level')}
      head={[t('Energy level'), t('Before'), t('After')]}
    >
      {counts.map(({ index, name, before, after }) => (
        <tr key={index}>
          <th scope="row">{`${index} ${translate(name)}`}</th>
          <td>{before}</td>
          <td>{after}</td>
        </tr>
      ))}
    </HiddenTable>
  )
}

interface HiddenTableProps {
  caption: string
  head: readonly string[]
  children: ReactNode
}

/** Wrapped in a box: a table alone can't shrink enough, and would widen the page. */
function HiddenTable({ caption, head, children }: HiddenTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
