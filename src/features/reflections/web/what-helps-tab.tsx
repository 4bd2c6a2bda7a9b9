// The What Helps tab: how members changed in the sittings of each template, teacher, hour and weekday (PULSE-11).
import { useId } from 'react'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { whatHelpsCalls, type WhatHelps, type WhatHelpsGroup } from '../contract.ts'
import { formatChange } from '../what-helps.ts'

const sets: readonly { name: keyof WhatHelps; title: string; label: string }[] = [
  { name: 'templates', title: t('Templates'), label: t('Template') },
  { name: 'teachers', title: t('Teachers'), label: t('Teacher') },
  { name: 'hours', title: t('Hours'), label: t('Hour') },
  { name: 'weekdays', title: t('Days of the week'), label: t('Weekday') },
]

/** Reloads on every opening. */
export function WhatHelpsTab() {
  const query = useCall(whatHelpsCalls.whatHelps, {}, { uncached: true })
  return (
    <section tabIndex={-1} aria-label={t('What helps')} className="grid gap-8 outline-none">
      <QueryContent
        query={query}
        failed={adminMessages.whatHelpsFailed}
        failedText={t('No data is lost.')}
        loading={t('Loading what helps')}
        skeleton={
          <>
            <Skeleton className="h-13" />
            <Skeleton className="min-h-84" />
          </>
        }
      >
        {(groups) => <Groups groups={groups} />}
      </QueryContent>
    </section>
  )
}

function Groups({ groups }: { groups: WhatHelps }) {
  const shown = sets.filter(({ name }) => groups[name].length > 0)
  if (shown.length === 0)
    return (
      <EmptyState title={t('Nothing to see yet')}>
        {t('Results appear once eight members of a sitting have opted in.')}
      </EmptyState>
    )
  return (
    <>
      <p className="max-w-[68ch] text-ink-2">
        {t(
          'How much members rose on average, in sittings that started together. A pair is one member’s Before and After.',
        )}
      </p>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {shown.map(({ name, title, label }) => (
          <GroupTable key={name} title={title} label={label} groups={groups[name]} />
        ))}
      </div>
    </>
  )
}

interface GroupTableProps {
  title: string
  label: string
  groups: readonly WhatHelpsGroup[]
}

function GroupTable({ title, label, groups }: GroupTableProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-3">
      <h2 id={id} className="serif text-section">
        {title}
      </h2>
      <table aria-labelledby={id} className="w-full text-small tabular-nums">
        <thead>
          <tr className="border-b border-line text-start text-ink-3">
            <th scope="col" className="py-2 pe-3 font-normal">
              {label}
            </th>
            <th scope="col" className="py-2 ps-4 text-end font-normal">
              {t('Difference')}
            </th>
            <th scope="col" className="py-2 ps-4 text-end font-normal">
              {t('Pairs')}
            </th>
            <th scope="col" className="py-2 ps-4 text-end font-normal">
              {t('Sittings')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, changeTenths, pairs, sittings }, index) => (
            // Two templates may have the same title.
            <tr key={index} className="border-b border-line">
              <th scope="row" dir="auto" className="py-2.5 pe-3 text-start font-medium wrap-anywhere">
                {name}
              </th>
              <td className="py-2.5 ps-4 text-end font-strong">{formatChange(changeTenths)}</td>
              <td className="py-2.5 ps-4 text-end">{formatNumber(pairs)}</td>
              <td className="py-2.5 ps-4 text-end">{formatNumber(sittings)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
