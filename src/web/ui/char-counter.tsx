// Character counter: red above the limit, since typed text is never cut.
import { clsx } from 'clsx'
import { t } from '#shared/i18n/t.ts'

interface CharCounterProps {
  chars: number
  max: number
  className?: string
  /** Shows the word beside the numbers; otherwise only screen readers get it. */
  showsUnit?: boolean
}

export function CharCounter({ chars, max, className, showsUnit = false }: CharCounterProps) {
  return (
    <span
      translate="no"
      className={clsx('tabular-nums', chars > max ? 'text-danger' : 'text-ink-3', className)}
    >
      {showsUnit ? (
        t('{chars}/{max} characters', { chars, max })
      ) : (
        <>
          <span aria-hidden>{`${chars}/${max}`}</span>
          <span className="sr-only">{t('{chars}/{max} characters', { chars, max })}</span>
        </>
      )}
    </span>
  )
}

/** From this many characters before its end on, a limit shows. */
const shownBeforeEnd = 100

export function isNearLimit({ chars, max }: { chars: number; max: number }): boolean {
  return chars > max - shownBeforeEnd
}
