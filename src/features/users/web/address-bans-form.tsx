// Address ban form: address, reason and expiry. Submitting a banned address updates its ban.
import * as z from 'zod/mini'
import { useRef, useState, type FormEvent } from 'react'
import { msToTimestamp } from '#shared/day.ts'
import { validationIssuesOf, errorMessageOf } from '#web/error-message.ts'
import { serverNow } from '#web/server-clock.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input, Select } from '#web/ui/input.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { addressBansCalls, newAddressBanSchema } from '../contract.ts'

const dayMs = 24 * 3_600_000
const durations = [
  { label: 'Until it is lifted', ms: null },
  { label: 'One day', ms: dayMs },
  { label: 'One week', ms: 7 * dayMs },
  { label: '30 days', ms: 30 * dayMs },
] as const

const emptyValues = { ipAddress: '', reason: '', span: 0 }
type FieldErrors = { ipAddress?: string; reason?: string }

export function AddressBansForm() {
  const [values, setValues] = useState(emptyValues)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const fields = { ipAddress: useRef<HTMLInputElement>(null), reason: useRef<HTMLInputElement>(null) }
  const change = (part: Partial<typeof emptyValues>) => {
    setValues({ ...values, ...part })
    setFieldErrors({})
    setFailure(null)
  }
  /**
   * Shows errors beside their fields and focuses the first such field. Shows `otherwise` above the form when no
   * field is named.
   */
  const showErrors = (errors: FieldErrors, fallback: string) => {
    const first = errors.ipAddress === undefined ? errors.reason && 'reason' : 'ipAddress'
    setFieldErrors(errors)
    setFailure(first ? null : fallback)
    if (first) fields[first].current?.focus()
  }
  const ban = useCallMutation(addressBansCalls.banAddress, {
    refetch: [addressBansCalls.addressBans],
    onSuccess: () => {
      toast({ title: 'Address banned' })
      setValues(emptyValues)
    },
    onError: (error) =>
      showErrors(
        fieldErrorsOf(validationIssuesOf(error)),
        errorMessageOf(error, 'The address wasn’t banned. Please try again.'),
      ),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ban.isPending) return
    const body = toRequestBody(values)
    const { error } = z.safeParse(newAddressBanSchema, body)
    setFailure(null)
    if (error) showErrors(fieldErrorsOf(error.issues), '')
    else ban.mutate({ body })
  }
  return (
    <form noValidate aria-label="Ban an address" className="grid gap-4" onSubmit={submit}>
      {failure !== null && <FormError>{failure}</FormError>}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Address"
          hint="IPv4 or IPv6. For IPv6, the whole /64 network is banned."
          error={fieldErrors.ipAddress}
        >
          <Input
            ref={fields.ipAddress}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            value={values.ipAddress}
            onChange={(event) => change({ ipAddress: event.target.value })}
          />
        </Field>
        <Field label="For how long">
          <Select value={values.span} onChange={(event) => change({ span: Number(event.target.value) })}>
            {durations.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label="Reason"
        hint="Shown to everyone who connects from this address."
        error={fieldErrors.reason}
      >
        <Input
          ref={fields.reason}
          required
          autoComplete="off"
          value={values.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field>
      <Button type="submit" variant="danger" className="justify-self-start" busy={ban.isPending}>
        Ban this address
      </Button>
    </form>
  )
}

function toRequestBody({ ipAddress, reason, span }: typeof emptyValues) {
  const ms = durations[span]?.ms ?? null
  return {
    ipAddress: ipAddress.trim(),
    reason,
    expiresAt: ms === null ? null : msToTimestamp(serverNow() + ms),
  }
}

/** The first error of each field. */
function fieldErrorsOf(issues: readonly { path: PropertyKey[] | string; message: string }[]): FieldErrors {
  const messageOf = (field: string) => issues.find(({ path }) => String(path) === field)?.message
  const [ipAddress, reason] = [messageOf('ipAddress'), messageOf('reason')]
  return { ...(ipAddress === undefined ? {} : { ipAddress }), ...(reason === undefined ? {} : { reason }) }
}
