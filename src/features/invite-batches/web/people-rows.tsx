// The rows of a file of people, each with what happens to it.
import { t } from '#shared/i18n/t.ts'
import { readableEmail } from '#shared/international-domain.ts'

interface PeopleRow {
  /** The number that a spreadsheet shows. */
  row: number
  email: string
  /** What else the row says; none is left out. */
  details: string
  state: string
  isBad: boolean
}

export function PeopleRows({ stateLabel, rows }: { stateLabel: string; rows: readonly PeopleRow[] }) {
  return (
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
            {stateLabel}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, email, details, state, isBad }) => (
          <tr key={row} className="border-t border-line align-top">
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
            <td className={`w-2/5 py-2 ${isBad ? 'text-danger' : 'text-ink-2'}`}>{state}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
