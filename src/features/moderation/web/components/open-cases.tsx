// The bar's count of open cases, for moderators; without one it shows nothing (MOD-03).
import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { useCall } from '#web/use-call.ts'
import { useHeldPlace } from '#web/use-held-place.ts'
import { openCasesCalls } from '../../open-cases-contract.ts'
import { useCaseUpdates } from '../hooks/use-case-updates.ts'

export function OpenCases() {
  useCaseUpdates()
  const { data } = useCall(openCasesCalls.openCases, {}, { refetchOnFocus: true })
  const [count] = useHeldPlace(data?.openCases ?? 0)
  if (count === 0) return null
  return (
    // A phone's bar has no room for one more outline, in large text none for the number. In the largest only its menu leads there.
    <Link
      to="/moderation"
      className={buttonVariants({
        variant: 'subtle',
        className: 'gap-2! px-2.5! tabular-nums @max-[14rem]:px-0! @max-[11rem]:hidden',
      })}
    >
      <ShieldAlert aria-hidden className="size-5" strokeWidth={1.8} />
      <span aria-hidden translate="no" className="@max-[14rem]:hidden">
        {formatNumber(count)}
      </span>
      <span className="sr-only">{openCasesLabel(count)}</span>
    </Link>
  )
}

function openCasesLabel(count: number): string {
  return t('{count, plural, one {# open case} other {# open cases}}', { count })
}
