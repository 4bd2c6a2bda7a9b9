// What each row of a list would do, filtered by its state.
import { useState } from 'react'
import { languageNames } from '#shared/i18n/language-names.ts'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { ListedPersonState } from '../contract.ts'
import { PeopleRows } from './people-rows.tsx'

const filters = ['all', 'ready', 'others', 'bad'] as const
type Filter = (typeof filters)[number]

const isBad = ({ state }: ListedPersonState) => state === 'bad-email' || state === 'bad-language'
const passes: Record<Filter, (person: ListedPersonState) => boolean> = {
  all: () => true,
  ready: ({ state }) => state === 'ready',
  others: (person) => person.state !== 'ready' && !isBad(person),
  bad: isBad,
}

/** As many rows are drawn at first, and more at each press. */
const rowsAtOnce = 100

export function PeoplePreview({ people }: { people: readonly ListedPersonState[] }) {
  const [filter, setFilter] = useState<Filter>('all')
  const [max, setMax] = useState(rowsAtOnce)
  const counts = (name: Filter) => people.filter(passes[name]).length
  const shown = people.filter(passes[filter])
  const labels: Record<Filter, string> = {
    all: t('All {count, number}', { count: counts('all') }),
    ready: t('Ready {count, number}', { count: counts('ready') }),
    others: t('Left out {count, number}', { count: counts('others') }),
    bad: t('With errors {count, number}', { count: counts('bad') }),
  }
  return (
    <div className="grid gap-3">
      <Segmented
        legend={t('Rows')}
        options={filters.map((value) => ({ value, label: labels[value] }))}
        value={filter}
        onChange={(value) => {
          setFilter(value)
          setMax(rowsAtOnce)
        }}
      />
      {shown.length === 0 ? (
        <p className="text-ink-3">{t('No rows.')}</p>
      ) : (
        <PeopleRows stateLabel={t('State')} rows={shown.slice(0, max).map(rowOf)} />
      )}
      {shown.length > max && (
        <Button className="justify-self-start" onClick={() => setMax(max + rowsAtOnce)}>
          {t('Show more rows')}
        </Button>
      )}
    </div>
  )
}

function rowOf(person: ListedPersonState) {
  const { row, email, name, note, language } = person
  const details = [name, language && languageNames[language], note].filter(Boolean).join(' · ')
  return { row, email, details, state: stateOf(person), isBad: isBad(person) }
}

function stateOf({ state, sameAs }: ListedPersonState): string {
  switch (state) {
    case 'ready':
      return t('Ready')
    case 'member':
      return t('Already a member')
    case 'invited':
      return t('Invited in the last 90 days')
    case 'refused':
      return t('Doesn’t want emails')
    case 'twice':
      return t('The same mailbox as row {row, number}', { row: sameAs ?? 0 })
    case 'bad-email':
      return t('Not an email address')
    case 'bad-language':
      return t('Not one of the languages here: en, de, es, pt-BR')
  }
}
