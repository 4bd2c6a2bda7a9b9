// Form field: a label, a hint, an error message, and the control between them.
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { t } from '#shared/i18n/t.ts'
import { CharCounter, isNearLimit } from './char-counter.tsx'

type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const FieldContext = createContext<FieldControl | null>(null)

type FieldProps = {
  label: string
  /** Shown under the control; an error replaces it. */
  hint?: ReactNode
  /** The validation error, as a sentence; absent while the value is valid. */
  error?: string | undefined
  /** Counts a long text near its end. Above `max` the field says so, unless it shows another error. */
  limit?: { chars: number; max: number }
  /** Marks the field as optional next to its label. */
  optional?: boolean
  /** Shown at the right of the label: a link, a counter. */
  aside?: ReactNode
  /** One Input or Textarea; other controls call `useFieldControl()`. */
  children: ReactNode
}

/** Connects label, hint and error to the one control inside it. */
export function Field(props: FieldProps) {
  const { label, hint, limit, optional = false, aside, children } = props
  const isTooLong = limit !== undefined && limit.chars > limit.max
  const error = props.error ?? (isTooLong ? t('At most {max} characters.', { max: limit.max }) : undefined)
  const id = useId()
  const messageId = `${id}-note`
  const hasMessage = error !== undefined || hint != null
  const control: FieldControl = {
    id,
    'aria-describedby': hasMessage ? messageId : undefined,
    'aria-invalid': error === undefined ? undefined : true,
  }
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex items-baseline justify-between gap-4 text-small">
        <label htmlFor={id} className="font-strong">
          {label}
          {optional && <span className="font-normal text-ink-3"> {t('(optional)')}</span>}
        </label>
        {aside != null && <div className="text-ink-3">{aside}</div>}
        {limit && isNearLimit(limit) && <CharCounter {...limit} />}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {hasMessage && <FieldMessage id={messageId} error={error} hint={hint} />}
    </div>
  )
}

/** The hint, or the error in its place. */
export function FieldMessage(props: { id: string; error?: string | undefined; hint?: ReactNode }) {
  if (props.error === undefined) {
    return (
      <div id={props.id} className="text-small text-ink-3">
        {props.hint}
      </div>
    )
  }
  return (
    <p id={props.id} className="flex items-start gap-1.5 text-small text-danger">
      <CircleAlert aria-hidden className="mt-0.75 size-4 flex-none" strokeWidth={2} />
      <span>{props.error}</span>
    </p>
  )
}

/** The error of a whole form or dialog; screen readers announce it when it appears. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2.5 rounded-field bg-danger-soft px-4 py-3 text-small text-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4.5 flex-none" strokeWidth={2} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

/** The surrounding Field's id and ARIA attributes, for other controls. */
export const useFieldControl = (): FieldControl | null => useContext(FieldContext)
