// Import preview: each row as a template, with its errors (TPL-20).
import { Check, CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CsvRow } from '../csv.ts'

export function ImportPreview({ rows }: { rows: readonly CsvRow[] }) {
  const summary = useRef<HTMLParagraphElement>(null)
  // Focuses the summary: the button that led here has become the import button.
  useEffect(() => summary.current?.focus(), [])
  return (
    <>
      <p ref={summary} tabIndex={-1} role="status" className="text-ink-2 focus:outline-none">
        {importSummary(rows)}
      </p>
      <table className="template-rows text-small">
        <thead className="text-ink-3">
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Template</th>
            <th scope="col">Valid</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.number} row={row} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Row({ row: { number, template, errors } }: { row: CsvRow }) {
  const { title, duration, instructor } = template
  const minutes = Number.isNaN(duration) ? '?' : duration
  return (
    <tr>
      <th scope="row" className="font-normal text-ink-3 tabular-nums">
        {number}
      </th>
      <td>
        <span className="font-strong">{title}</span>
        <span className="block text-ink-3">
          {minutes} min · {instructor}
        </span>
      </td>
      <td>
        {errors.length === 0 ? (
          <span className="flex items-start gap-1.5 text-ink-2">
            <Check aria-hidden className="mt-0.75 size-4 flex-none" strokeWidth={2} />
            Yes
          </span>
        ) : (
          <ul className="grid gap-1 text-danger">
            {errors.map((error) => (
              <li key={error} className="flex items-start gap-1.5">
                <CircleAlert aria-hidden className="mt-0.75 size-4 flex-none" strokeWidth={2} />
                <span className="min-w-0">{error}</span>
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  )
}

const listFormat = new Intl.ListFormat('en-US')

function importSummary(rows: readonly CsvRow[]): string {
  const invalid = rows.filter(({ errors }) => errors.length > 0)
  if (invalid.length === 0)
    return rows.length === 1 ? 'The row can be imported.' : `All ${rows.length} rows can be imported.`
  const rowNumbers = listFormat.format(invalid.map(({ number }) => String(number)))
  const subject = invalid.length === 1 ? `Row ${rowNumbers} has` : `Rows ${rowNumbers} have`
  return `${subject} errors; nothing is imported until all ${rows.length} rows are valid.`
}
