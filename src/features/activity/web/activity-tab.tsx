// Activity tab: the activity log, newest first, filtered by kind, actor and target.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { rich } from '#web/i18n/rich.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import type { NamedUser } from '../contract.ts'
import { withKind, isFiltered, kindOfFilter, noFilter, type ActivityFilter } from '../filter.ts'
import type { RenderUserLink } from './activity-entry.tsx'
import { ActivityPage, type FilterChoices, type PageCursor } from './activity-page.tsx'

export function ActivityTab({ userLink }: { userLink?: RenderUserLink }) {
  const [filter, setFilter] = useState(noFilter)
  const [choices, setChoices] = useState<FilterChoices>({ groups: [], actors: [] })
  const tab = useRef<HTMLElement>(null)
  useFocusFallback(tab)
  return (
    <section ref={tab} tabIndex={-1} aria-label={t('Activity')} className="grid gap-6 outline-none">
      <p className="max-w-[68ch] text-ink-2">
        {t('Changes by administrators and garden angels. Entries can’t be edited or removed.')}
      </p>
      <Filters filter={filter} choices={choices} onChange={setFilter} />
      <Pages
        key={JSON.stringify(filter)}
        filter={filter}
        userLink={userLink}
        onFilter={setFilter}
        onChoices={setChoices}
      />
    </section>
  )
}

interface FiltersProps {
  filter: ActivityFilter
  choices: FilterChoices
  onChange: (filter: ActivityFilter) => void
}

function Filters({ filter, choices: { groups, actors }, onChange }: FiltersProps) {
  const first = useRef<HTMLSelectElement>(null)
  return (
    <div role="search" aria-label={t('Activity')} className="flex flex-wrap items-end gap-4">
      <div className="activity-filter min-w-0">
        <Field label={t('Action')}>
          <Select
            ref={first}
            value={kindOfFilter(filter)}
            onChange={(event) => onChange(withKind(filter, event.target.value, groups))}
          >
            <option value="">{t('All actions')}</option>
            {groups.map(({ targetType, label, actions }) => (
              <optgroup key={targetType} label={label}>
                <option value={targetType}>{t('{group}: all', { group: label })}</option>
                {actions.map(({ action, label: actionLabel }) => (
                  <option key={action} value={action}>
                    {actionLabel}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
      </div>
      <div className="activity-filter min-w-0">
        <Field label={t('Done by')}>
          <Select
            value={filter.actor?.id ?? ''}
            onChange={(event) => {
              const actor = actors.find(({ id }) => String(id) === event.target.value) ?? null
              onChange({ ...filter, actor })
            }}
          >
            <option value="">{t('Everyone')}</option>
            {withSelectedActor(actors, filter.actor).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {isFiltered(filter) && (
        <Button
          variant="subtle"
          onClick={() => {
            onChange(noFilter)
            first.current?.focus()
          }}
        >
          {t('Clear filters')}
        </Button>
      )}
      {filter.target && <TargetFilterBanner name={filter.target.name} />}
    </div>
  )
}

/** Takes the focus on mount, because the button that set the filter disappears with its entry. */
function TargetFilterBanner({ name }: { name: string }) {
  const banner = useRef<HTMLParagraphElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <p
      ref={banner}
      role="status"
      tabIndex={-1}
      className="w-full text-small wrap-anywhere text-ink-2 outline-none"
    >
      {rich('Showing only changes to <b>{name}</b>.', {
        name,
        b: (text) => <b className="font-strong text-ink">{text}</b>,
      })}
    </p>
  )
}

/** Keeps the selected actor in the list, even before the list has loaded. */
function withSelectedActor(actors: readonly NamedUser[], selected: NamedUser | null): readonly NamedUser[] {
  return selected && !actors.some(({ id }) => id === selected.id) ? [...actors, selected] : actors
}

interface PagesProps {
  filter: ActivityFilter
  userLink: RenderUserLink | undefined
  onFilter: (filter: ActivityFilter) => void
  onChoices: (choices: FilterChoices) => void
}

/** The first page, plus one for each 'Show more'. */
function Pages({ filter, userLink, onFilter, onChoices }: PagesProps) {
  const [starts, setStarts] = useState<readonly PageCursor[]>([{ before: null, day: null }])
  return starts.map((start, index) => (
    <FocusOnMount key={start.before} isFirst={index === 0}>
      <ActivityPage
        start={start}
        filter={filter}
        isLast={index === starts.length - 1}
        userLink={userLink}
        onTarget={(target) => onFilter({ ...filter, target })}
        onChoices={onChoices}
        onMore={(next) => setStarts([...starts, next])}
      />
    </FocusOnMount>
  ))
}

/** Receives the focus when the pressed button disappears. */
function FocusOnMount({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isFirst) container.current?.focus()
  }, [isFirst])
  return (
    <div ref={container} tabIndex={-1} className="grid gap-6 outline-none">
      {children}
    </div>
  )
}
