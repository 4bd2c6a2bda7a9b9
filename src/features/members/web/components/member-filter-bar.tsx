// The filter of the member list: one select for each field, and those that the app adds.
import { useRef, type ReactNode } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import type { MemberFilter } from '../../contract.ts'
import { filterChoices, fixedFields, isMemberFiltered, readMemberFilter } from '../../member-filter.ts'

interface MemberFilterBarProps {
  filter: MemberFilter
  onChange: (filter: MemberFilter) => void
  /** Further selects. */
  children?: ReactNode
}

export function MemberFilterBar({ filter, onChange, children }: MemberFilterBarProps) {
  const first = useRef<HTMLSelectElement>(null)
  return (
    <>
      {fixedFields.map((field, index) => {
        const { label, values } = filterChoices[field]
        return (
          <Select
            key={field}
            ref={index === 0 ? first : undefined}
            className="w-full sm:w-auto"
            aria-label={translate(label)}
            value={filter[field] ?? ''}
            onChange={({ target: { value } }) => onChange(readMemberFilter({ ...filter, [field]: value }))}
          >
            <option value="">{t('{filter}: all', { filter: translate(label) })}</option>
            {Object.entries(values).map(([value, name]) => (
              <option key={value} value={value}>
                {translate(name)}
              </option>
            ))}
          </Select>
        )
      })}
      {children}
      {isMemberFiltered(filter) && (
        <Button
          variant="subtle"
          onClick={() => {
            first.current?.focus()
            onChange({})
          }}
        >
          {t('Clear filters')}
        </Button>
      )}
    </>
  )
}
