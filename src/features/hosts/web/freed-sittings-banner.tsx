// Who no longer holds how many sittings, for administrators (TEACH-10); nothing once they are held again or over.
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { useCall } from '#web/use-call.ts'
import { hostsCalls, type FreedSittings } from '../contract.ts'

/** `link` leads to the list. */
export function FreedSittingsBanner({ link }: { link: ReactNode }) {
  const { data = [] } = useCall(hostsCalls.freedSittings, {}, { uncached: true, refetchOnFocus: true })
  if (data.length === 0) return null
  return (
    <InlineBanner action={link}>
      {data.map((freed) => (
        <p key={freed.name} className="wrap-anywhere">
          {sentenceOf(freed)}
        </p>
      ))}
    </InlineBanner>
  )
}

function sentenceOf({ name, sittings }: FreedSittings): string {
  return name === null
    ? t(
        '{sittings, plural, one {A sitting needs a host again: a former member held it.} other {# sittings need a host again: a former member held them.}}',
        { sittings },
      )
    : t(
        '{sittings, plural, one {{name} no longer holds a sitting, which needs a host again.} other {{name} no longer holds # sittings, which need a host again.}}',
        { name, sittings },
      )
}
