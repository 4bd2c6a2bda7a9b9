// What each row of a list would do, filtered by its state.
import { useState } from 'react'
import { languageNames } from '#shared/i18n/language-names.ts'
import { t } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { ListedPersonState } from '../contract.ts'

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
        <table className="w-full text-small">
          <thead className="text-left text-ink-3">
            <tr>
              <th scope="col" className="w-12 py-1.5 pe-3 font-normal">
                {t('Row')}
              </th>
              <th scope="col" className="py-1.5 pe-3 font-normal">
                {t('Person')}
              </th>
              <th scope="col" className="py-1.5 font-normal">
                {t('State')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, max).map((person) => (
              <PersonRow key={person.row} person={person} />
            ))}
          </tbody>
        </table>
      )}
      {shown.length > max && (
        <Button className="justify-self-start" onClick={() => setMax(max + rowsAtOnce)}>
          {t('Show more rows')}
        </Button>
      )}
    </div>
  )
}

function PersonRow({ person }: { person: ListedPersonState }) {
  const { row, email, name, note, language } = person
  const details = [name, language && languageNames[language], note].filter(Boolean).join(' · ')
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-2 pe-3 text-left font-normal text-ink-3 tabular-nums">
        {row}
      </th>
      <td className="min-w-0 py-2 pe-3 wrap-anywhere">
        <span className="block">{readableEmail(email) || '–'}</span>
        {details !== '' && (
          <span dir="auto" className="block text-ink-3">
            {details}
          </span>
        )}
      </td>
      <td className={`w-2/5 py-2 ${isBad(person) ? 'text-danger' : 'text-ink-2'}`}>{stateOf(person)}</td>
    </tr>
  )
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
      return t('Doesn’t want mails')
    case 'twice':
      return t('The same mailbox as row {row, number}', { row: sameAs ?? 0 })
    case 'bad-email':
      return t('Not an email address')
    case 'bad-language':
      return t('Not one of the languages here: en, de, es, pt-BR')
  }
}
