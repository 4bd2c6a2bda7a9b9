// The filter 'Invited by list' of Admin › Users (USR-31).
import { t } from '#shared/i18n/t.ts'
import { Select } from '#web/ui/select.tsx'
import { useCall } from '#web/use-call.ts'
import { inviteBatchesCalls } from '../contract.ts'
import { inviteBatchName } from './invite-batch-name.ts'

interface InviteListFilterProps {
  /** The id of the chosen list. */
  value: string | undefined
  onChange: (id: string) => void
}

/** Hidden until there is a list, or the address names one. An empty id is no choice. */
export function InviteListFilter({ value = '', onChange }: InviteListFilterProps) {
  const { data, isError } = useCall(inviteBatchesCalls.inviteBatchNames, {}, { uncached: true })
  const batches = data?.batches ?? []
  const isListed = batches.some(({ id }) => String(id) === value)
  if (batches.length === 0 && value === '') return null
  return (
    <Select
      className="w-full sm:w-auto sm:max-w-80"
      aria-label={t('Invited by list')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('Invited in any way')}</option>
      {value !== '' && !isListed && (
        <option value={value}>
          {data ? t('Unknown list') : isError ? t('The lists didn’t load') : t('Loading the lists')}
        </option>
      )}
      {batches.map((batch) => (
        <option key={batch.id} value={batch.id}>
          {t('List of {list}', { list: inviteBatchName(batch) })}
        </option>
      ))}
    </Select>
  )
}
