// Oversight for administrators: the figures of the last 30 days, and the undo of a moderator's last day (MOD-18).
import { useRef, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { formatPercent } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatList } from '#web/ui/stat-list.tsx'
import type { oversightCalls } from '../../cases-contract.ts'
import { lengthLabel } from '../case-labels.ts'
import { useOversight } from '../hooks/use-cases.ts'
import { UndoAllDialog } from './undo-all-dialog.tsx'

type OversightData = ResponseOf<typeof oversightCalls.oversight>
type Moderator = OversightData['moderators'][number]

export function Oversight() {
  const query = useOversight()
  return (
    <Section title={t('Moderation')} lead={t('From the last 30 days.')}>
      <QueryContent
        query={query}
        failed={t('Moderation didn’t load')}
        failedText={t('Nothing is lost.')}
        loading={t('Loading moderation')}
        skeleton={<Skeleton className="h-33" />}
      >
        {(data) => (
          <>
            <Figures {...data} />
            {data.moderators.length > 0 && <Moderators moderators={data.moderators} />}
          </>
        )}
      </QueryContent>
    </Section>
  )
}

function Figures({ medianMinutes, undoneShare }: OversightData) {
  return (
    <StatList
      stats={[
        {
          title: t('Time to the decision'),
          value: medianMinutes === null ? '–' : lengthLabel(Math.max(0, Math.round(medianMinutes))),
          unit: t('median, from the first report'),
        },
        {
          title: t('Undone decisions'),
          value: undoneShare === null ? '–' : formatPercent(undoneShare),
          unit: t('of all'),
        },
      ]}
    />
  )
}

function Moderators({ moderators }: { moderators: readonly Moderator[] }) {
  const [chosen, setChosen] = useState<Moderator | null>(null)
  const button = useRef<HTMLButtonElement | null>(null)
  return (
    <>
      <ul
        aria-label={t('Decisions by moderator')}
        className="divide-y divide-line rounded-panel border border-line bg-surface px-5"
      >
        {moderators.map((each) => (
          <li
            key={each.moderator.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2"
          >
            <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
              <p translate="no" dir="auto" className="font-strong">
                {each.moderator.name}
              </p>
              <p className="text-small text-ink-2">
                {t('{decided, plural, one {# decision} other {# decisions}}, {undone, number} undone', {
                  decided: each.decided,
                  undone: each.undone,
                })}
              </p>
            </div>
            <Button
              size="sm"
              className="text-start"
              onClick={({ currentTarget }) => {
                button.current = currentTarget
                setChosen(each)
              }}
            >
              {t('Undo {name}’s last 24 hours…', { name: each.moderator.name })}
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <UndoAllDialog moderator={chosen.moderator} onClose={() => setChosen(null)} returnFocusTo={button} />
      )}
    </>
  )
}
