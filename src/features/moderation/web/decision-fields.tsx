// Fields of decisions: a reason of the community's list, and the length of a mute or a ban.
import type { ComponentProps } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { message, t, translate, type Message } from '#shared/i18n/t.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useCall } from '#web/use-call.ts'
import { casesCalls } from '../cases-contract.ts'

type Reason = ResponseOf<typeof casesCalls.reasons>['reasons'][number]

/** The community's list, in the viewer's language. */
export function useReasons(): { reasons: readonly Reason[]; isFailed: boolean } {
  const { data, isError } = useCall(casesCalls.reasons, {}, { uncached: true })
  return { reasons: data?.reasons ?? [], isFailed: isError && data === undefined }
}

interface ReasonSelectProps extends Omit<ComponentProps<typeof Select>, 'children' | 'value' | 'onChange'> {
  label: string
  error?: string | undefined
  list: ReturnType<typeof useReasons>
  /** The first option, which is none of the list. */
  none: string
  /** The id of a reason; empty for none. */
  value: string
  onChoose: (reason: Reason) => void
}

export function ReasonSelect({ label, error, list, none, value, onChoose, ...select }: ReasonSelectProps) {
  const { reasons, isFailed } = list
  return (
    <Field label={label} error={error} hint={isFailed ? t('The list of reasons didn’t load.') : undefined}>
      <Select
        {...select}
        value={value}
        onChange={({ target }) =>
          onChoose(reasons.find(({ id }) => id === target.value) ?? { id: '', text: '' })
        }
      >
        <option value="">{none}</option>
        {reasons.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** A ban is for good only by choice. */
export const banMinutesAtFirst = 1_440

/** By minutes: 0 is for good. */
const lengths: Readonly<Record<number, Message>> = {
  10: message('10 minutes'),
  60: message('1 hour'),
  1_440: message('24 hours'),
  10_080: message('7 days'),
  0: message('For good'),
}

/** '24 hours', as in a list of lengths. */
export function lengthText(minutes: number): string {
  const text = lengths[minutes]
  return text === undefined ? '' : translate(text)
}

interface LengthChoiceProps<Minutes extends number> {
  /** In this order; 0 for good. */
  minutes: readonly Minutes[]
  value: Minutes
  onChange: (minutes: Minutes) => void
}

export function LengthChoice<Minutes extends number>({
  minutes,
  value,
  onChange,
}: LengthChoiceProps<Minutes>) {
  return (
    <ChoiceField
      label={t('For how long')}
      options={minutes.map((each) => ({ value: String(each), label: lengthText(each) }))}
      value={String(value)}
      onChange={(chosen) => {
        const found = minutes.find((each) => String(each) === chosen)
        if (found !== undefined) onChange(found)
      }}
    />
  )
}
