// The bar's count of open cases, for moderators; without one it shows nothing (MOD-03).
import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { useCaseUpdates, useOpenCases } from '../hooks/use-cases.ts'

export function OpenCases() {
  useCaseUpdates()
  const count = useOpenCases().data?.cases.length ?? 0
  if (count === 0) return null
  return (
    <Link to="/moderation" className={buttonVariants({ className: 'gap-1.5! px-3! tabular-nums' })}>
      <ShieldAlert aria-hidden className="size-5" strokeWidth={1.8} />
      <span aria-hidden translate="no">
        {formatNumber(count)}
      </span>
      <span className="sr-only">{openCasesLabel(count)}</span>
    </Link>
  )
}

function openCasesLabel(count: number): string {
  return t('{count, plural, one {# open case} other {# open cases}}', { count })
}
