// /mood-analytics: the member's own energy history. The address names the period shown.
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { toPeriodQuery, parsePeriodChoice, type PeriodChoice } from '#features/history/history.ts'
import { Analytics } from '#features/history/web/components/analytics.tsx'
import { SatElsewhere } from '#features/practice/web/sat-elsewhere.tsx'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { usePageTitle } from '#web/page-title.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSearchParam, type SearchParams } from '../search-params.ts'

const title = t('Energy Analytics')

const JourneyModal = lazyPart(
  async () => (await import('#features/journey/web/components/journey-modal.tsx')).JourneyModal,
)

/** Mostly below the first screen: loaded after it, or when it comes near. */
const RhythmSection = lazyPart(
  async () => (await import('#features/rhythm/web/rhythm-section.tsx')).RhythmSection,
  RhythmPlace,
  { isLater: true },
)

function RhythmPlace() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && RhythmSection.preload(),
      { rootMargin: '25%' },
    )
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place}>
      <Skeleton className="min-h-85.5 lg:min-h-63" />
    </div>
  )
}

/** Requires a member; reads nothing before the member is known (HIST-17). */
export function MoodAnalyticsScreen() {
  const { user } = useUser()
  const [choice, choose] = usePeriodParam()
  useEffect(() => RhythmSection.preloadInBackground(), [])
  usePageTitle(title)
  if (!user) return null
  return (
    <Analytics
      title={title}
      choice={choice}
      onChoice={choose}
      isAdmin={user.isAdmin}
      JourneyModal={JourneyModal}
      rhythm={<RhythmSection />}
      satElsewhere={<SatElsewhere variant="subtle" />}
      onSamples={() => window.location.reload()}
      toMeditation={
        <Link to="/meditation" className={buttonVariants({ variant: 'primary' })}>
          {t('Go to today’s meditation')}
        </Link>
      }
    />
  )
}

/** The period in the address: a reload and Back keep it; a new choice replaces the history entry. */
function usePeriodParam(): [PeriodChoice, (choice: PeriodChoice) => void] {
  const navigate = useNavigate()
  const period = useSearchParam('period')
  const week = useSearchParam('week')
  const address = `${period}&${week}`
  const parseChoice = () =>
    parsePeriodChoice({
      ...(period === undefined ? {} : { period }),
      ...(week === undefined ? {} : { week }),
    })
  const [shown, setShown] = useState(() => ({ address, choice: parseChoice() }))
  if (shown.address !== address) setShown({ address, choice: parseChoice() })
  const choose = (choice: PeriodChoice) => {
    // Calendar view; the address is updated afterwards.
    setShown({ address, choice })
    const search = ({ period: _period, week: _week, ...rest }: SearchParams): SearchParams => ({
      ...rest,
      ...toPeriodQuery(choice),
    })
    void navigate({ to: '.', search, hash: true, replace: true, resetScroll: false })
  }
  return [shown.choice, choose]
}
