// A progress bar without semantics: the number shown next to it carries the meaning.
import { clsx } from 'clsx'

interface BarProps {
  /** From 0 to 1. */
  share: number
  /** `primary` for progress that the member waits for; `subtle` for many bars side by side. */
  tone?: 'primary' | 'subtle'
}

export function Bar({ share, tone = 'primary' }: BarProps) {
  return (
    <div
      aria-hidden
      className="h-1.5 overflow-hidden rounded-pill bg-sunken forced-colors:h-2.5 forced-colors:border"
    >
      <div
        className={clsx(
          'h-full rounded-pill forced-colors:bg-[CanvasText]',
          tone === 'primary' ? 'bg-primary' : 'bg-line-strong',
        )}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}

interface BarListItem {
  key: string | number
  label: string
  /** The text at the right end. */
  value: string
  /** From 0 to 1. */
  share: number
}

/** A list of labelled bars; `label` names the list. `isRanked` numbers its items. */
export function BarList(props: { label: string; items: readonly BarListItem[]; isRanked?: boolean }) {
  const List = props.isRanked ? 'ol' : 'ul'
  return (
    <List
      aria-label={props.label}
      className="divide-y divide-line rounded-panel border border-line bg-surface px-5"
    >
      {props.items.map(({ key, label, value, share }, index) => (
        <li key={key} className="grid gap-2 py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
            <span dir="auto" className={clsx('min-w-0 wrap-anywhere', props.isRanked && 'flex')}>
              {props.isRanked && (
                <span aria-hidden className="me-3 w-5 flex-none text-ink-3">
                  {index + 1}
                </span>
              )}
              <span>{label}</span>
            </span>
            <span className="text-small text-ink-2">{value}</span>
          </div>
          <Bar share={share} tone="subtle" />
        </li>
      ))}
    </List>
  )
}
