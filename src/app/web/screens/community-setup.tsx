// Setup checklist of a new community, shown to administrators on a day without a meditation (MED-48).
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { UseLanguageButton } from '#features/community/web/components/use-language-button.tsx'
import { UseZoneButton } from '#features/community/web/components/use-zone-button.tsx'
import { hasOperatorPlaceholder } from '#features/legal/pages.ts'
import { totalsCalls } from '#features/members/contract.ts'
import { schedulesCalls } from '#features/schedules/contract.ts'
import { countUpcoming } from '#features/schedules/rules.ts'
import { FillDaysDialog } from '#features/schedules/web/components/fill-days-dialog.tsx'
import { templatesCalls } from '#features/templates/contract.ts'
import { UseSampleButton } from '#features/templates/web/components/sample-button.tsx'
import { UseSilenceLink } from '#features/templates/web/components/sample-silences.tsx'
import { zoneCity } from '#shared/city-names.ts'
import { addDays } from '#shared/day.ts'
import { languageNames } from '#shared/i18n/language-names.ts'
import { languages, currentLocale, t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { Button } from '#web/ui/button.tsx'
import { useCall } from '#web/use-call.ts'
import { useCommunityDays } from '#web/use-community-days.ts'
import { useToday } from '#web/use-today.ts'
import { localZoneToSave } from '#web/zone-names.ts'
import { legalTextQuery } from '../legal-text.ts'

/** Side by side, each with a target of its own. */
const linkClass = 'py-1 underline pointer-coarse:py-2.5'

interface CommunitySetupProps {
  /** Shown while the data loads, and once setup is complete. */
  otherwise: ReactNode
}

/** Six steps with ticks. Zone, language, the first template and week are chosen here; the first two keep no list open. */
export function CommunitySetup({ otherwise }: CommunitySetupProps) {
  const today = useToday()
  const templates = useCall(templatesCalls.templates, {}, { refetchOnFocus: true }).data
  const schedules = useCall(
    schedulesCalls.schedules,
    { query: { from: today } },
    { refetchOnFocus: true },
  ).data
  const totals = useCall(totalsCalls.totals, {}, { refetchOnFocus: true }).data
  const hasOwnTexts = useHasOwnTexts()
  const [isFilling, setFilling] = useState(false)
  const fillButton = useRef<HTMLButtonElement>(null)
  if (!templates || !schedules || !totals || hasOwnTexts === null) return otherwise
  const hasTemplate = templates.length > 0
  const hasWeek = countUpcoming(schedules, today) > 0
  // The administrator is the first.
  const joined = totals.totalUsers - 1
  if (hasTemplate && hasWeek && hasOwnTexts && joined > 0) return otherwise
  return (
    <div className="community-setup grid w-full max-w-120 gap-2 text-start">
      <p className="text-center">{t('A few steps, and your community can sit together.')}</p>
      <ol
        aria-label={t('Set up your community')}
        className="grid divide-y divide-line rounded-panel bg-surface px-4 py-1 text-ink"
      >
        <ZoneStep />
        <LanguageStep />
        <Step
          title={t('A meditation')}
          isDone={hasTemplate}
          action={<UseSampleButton />}
          other={
            <span className="flex flex-wrap gap-x-4">
              <UseSilenceLink />
              <Link to="/admin" hash="templates" className={linkClass}>
                {t('or add your own')}
              </Link>
            </span>
          }
        />
        <Step
          title={t('A week')}
          isDone={hasWeek}
          action={
            <Button
              ref={fillButton}
              disabled={!hasTemplate}
              aria-haspopup="dialog"
              onClick={() => setFilling(true)}
            >
              {t('Schedule 7 days')}
            </Button>
          }
        />
        <Step
          title={t('The legal texts')}
          isDone={hasOwnTexts}
          other={
            <Link to="/admin" hash="community/texts" className="underline">
              {t('Before you invite anyone, say who is responsible, and add what your community needs')}
            </Link>
          }
        />
        <PeopleStep joined={joined} />
      </ol>
      {isFilling && (
        <FillDaysDialog
          open
          onClose={() => setFilling(false)}
          schedules={schedules}
          today={today}
          until={addDays(today, 6)}
          templateIds={templates.slice(0, 1).map(({ id }) => id)}
          returnFocusTo={fillButton}
        />
      )}
    </div>
  )
}

/** Proposes the zone of this browser; done once the community has it, or where the browser doesn't know its own. */
function ZoneStep() {
  const { eras } = useCommunityDays()
  const [local] = useState(localZoneToSave)
  const { zone } = eras.at(-1) ?? eras[0]
  const isDone = local === null || local === zone
  return (
    <Step
      title={t('Your time zone')}
      isDone={isDone}
      action={local !== null && <UseZoneButton zone={local} />}
      other={
        <span>
          <span>{t('Days begin at midnight in {city}.', { city: zoneCity(zone) })}</span>{' '}
          <Link to="/admin" hash="community/rhythm" className="underline">
            {t('Choose another one')}
          </Link>
        </span>
      }
    />
  )
}

/** Proposes the language of this page: the browser's, or the one chosen on this device. */
function LanguageStep() {
  const { language } = useCommunity()
  // A build in the pseudo-language proposes English.
  const locale = languages.find((each) => each === currentLocale()) ?? 'en'
  return (
    <Step
      title={t('The community’s language')}
      isDone={language === locale}
      action={<UseLanguageButton language={locale} />}
      other={
        <span>
          <span>
            {t('Your own texts are in this language: {language}.', { language: languageNames[language] })}
          </span>{' '}
          <Link to="/admin" hash="community/name" className="underline">
            {t('Choose another one')}
          </Link>
        </span>
      }
    />
  )
}

// Hashes of the address of Admin › Users.
const doors = [
  { hash: 'users/invite', label: t('Make an invitation link') },
  { hash: 'users/invite-list', label: t('Invite a list of addresses') },
  { hash: 'users/invite-poster', label: t('Hang up a poster') },
]

/** Done with the first person who joined, whichever way they came. */
function PeopleStep({ joined }: { joined: number }) {
  return (
    <Step
      title={t('Bring your people')}
      isDone={joined > 0}
      result={t('{count, plural, =0 {No one has joined yet} one {# person joined} other {# people joined}}', {
        count: joined,
      })}
      other={
        <span className="flex flex-wrap gap-x-4">
          {doors.map(({ hash, label }) => (
            <Link key={hash} to="/admin" hash={hash} className={linkClass}>
              {label}
            </Link>
          ))}
        </span>
      }
    />
  )
}

/** Whether no legal text still asks for the operator's name; null until known. */
function useHasOwnTexts(): boolean | null {
  const texts = useQueries({ queries: ['privacy', 'terms'].map((name) => legalTextQuery(name)) })
  if (texts.some(({ data }) => data === undefined)) return null
  return texts.every(({ data = '' }) => !hasOperatorPlaceholder(data))
}

interface StepProps {
  title: string
  isDone: boolean
  /** Completes the step; hidden once it is done. */
  action?: ReactNode
  /** At the end of the row, before and after. */
  result?: string
  other?: ReactNode
}

function Step({ title, isDone, action, result, other }: StepProps) {
  const Icon = isDone ? Check : Circle
  const row = useRef<HTMLLIElement>(null)
  const wasDone = useRef(isDone)
  useEffect(() => {
    // The pressed button is gone.
    if (isDone && !wasDone.current && document.activeElement === document.body) row.current?.focus()
    wasDone.current = isDone
  }, [isDone])
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2 outline-none"
    >
      <Icon aria-hidden className="size-5 flex-none text-ink-2" strokeWidth={1.8} />
      <span className="flex-1 font-strong">
        <span>{title}</span>
        <span className="sr-only">{`, ${isDone ? t('done') : t('to do')}`}</span>
      </span>
      {!isDone && action}
      {result !== undefined && <span className="text-small text-ink-2">{result}</span>}
      {!isDone && other && <span className="w-full ps-8 text-small text-ink-2">{other}</span>}
    </li>
  )
}
