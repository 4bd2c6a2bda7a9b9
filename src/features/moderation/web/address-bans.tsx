// Address bans in the users tab: the list, a form to add one, and lifting a ban.
import { useRef, useState, type RefObject } from 'react'
import { timestampLabel } from '#features/members/member-labels.ts'
import { msToTimestamp } from '#shared/day.ts'
import { dayMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { useUntilChange } from '#web/forms/use-until-change.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useUnsavedInput } from '#web/unsaved-input.ts'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { addressBansCalls, type AddressBan } from '../contract.ts'

/** Reloads on every opening; keeps the previous list meanwhile and while collapsed. */
export function AddressBans({ isOpen }: { isOpen: boolean }) {
  const query = useCall(addressBansCalls.addressBans, {}, { enabled: isOpen, uncached: true })
  const section = useRef<HTMLElement>(null)
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('Banned addresses')}
      className="grid gap-6 outline-none"
    >
      <p className="max-w-[68ch] text-ink-2">
        {t(
          'A banned address blocks everyone who connects from it, except signed-in administrators. Families and retreat centers often share one address, so banning a member is usually enough.',
        )}
      </p>
      <AddressBansForm />
      <QueryContent
        query={query}
        failed={t('The banned addresses didn’t load')}
        failedText={t('The bans are still in effect.')}
        loading={t('Loading the banned addresses')}
        skeleton={<Skeleton className="h-20" />}
      >
        {(bans) => <AddressBanList bans={bans} section={section} />}
      </QueryContent>
    </section>
  )
}

interface AddressBanListProps {
  bans: readonly AddressBan[]
  /** Takes the focus when the focused element disappears. */
  section: RefObject<HTMLElement | null>
}

function AddressBanList({ bans, section }: AddressBanListProps) {
  const [lifting, setLifting] = useState<AddressBan | null>(null)
  const focusAfterLifting = useFocusAfterRemoval(
    bans.map(({ id }) => id),
    section,
  )
  return (
    <>
      {bans.length === 0 ? (
        <p className="text-ink-3">{t('No address is banned.')}</p>
      ) : (
        <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
          {bans.map((ban) => (
            <li key={ban.id} className="flex items-center gap-4 py-3">
              <div className="grid min-w-0 flex-1 gap-0.5">
                <p className="font-strong tabular-nums wrap-anywhere">{ban.ipAddress}</p>
                <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                  {ban.reason}
                </p>
                <p className="text-small wrap-anywhere text-ink-3">{banSummary(ban)}</p>
              </div>
              <Button
                aria-label={t('Lift the ban on {address}', { address: ban.ipAddress })}
                onClick={() => setLifting(ban)}
              >
                {t('Lift')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {lifting && (
        <LiftAddressBanDialog
          ban={lifting}
          onLifted={() => focusAfterLifting(lifting.id)}
          onClose={() => setLifting(null)}
          returnFocusTo={section}
        />
      )}
    </>
  )
}

/** 'Banned by Ada Adler on Nov 21, 2026, until Nov 28, 2026, 12:00 PM'. */
function banSummary({ bannedBy, bannedAt, expiresAt }: AddressBan): string {
  const facts = { name: bannedBy.name, day: timestampLabel(bannedAt, communityZone()).day }
  if (expiresAt === null) return t('Banned by {name} on {day}, until it is lifted', facts)
  const end = timestampLabel(expiresAt, communityZone())
  return t('Banned by {name} on {day}, until {endDay}, {endTime}', {
    ...facts,
    endDay: end.day,
    endTime: end.time,
  })
}

const durations = [
  { label: t('Until it is lifted'), ms: null },
  { label: t('One day'), ms: dayMs },
  { label: t('One week'), ms: 7 * dayMs },
  { label: t('30 days'), ms: 30 * dayMs },
] as const

const emptyValues = { ipAddress: '', reason: '', span: 0 }

export function AddressBansForm() {
  const { form, onSubmit, isSaving, failure } = useCallForm(addressBansCalls.banAddress, {
    values: emptyValues,
    toInput: (values) => ({ body: toRequestBody(values) }),
    refetch: [addressBansCalls.addressBans],
    notSaved: t('The address wasn’t banned. Please try again.'),
    onSaved: () => {
      form.reset()
      setResult('banned')
    },
  })
  const [result, setResult] = useUntilChange<'banned', typeof emptyValues>(form)
  useUnsavedInput(form.formState.isDirty)
  return (
    <form noValidate aria-label={t('Ban an address')} className="grid gap-4" {...{ onSubmit }}>
      {failure && <FormError>{failure.message}</FormError>}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="ipAddress"
          label={t('Address')}
          hint={t('IPv4 or IPv6. For IPv6, the whole /64 network is banned.')}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field label={t('For how long')}>
          <Select {...form.register('span', { valueAsNumber: true })}>
            {durations.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <TextField
        form={form}
        name="reason"
        label={t('Reason')}
        hint={t('Shown to everyone who connects from this address.')}
        required
        autoComplete="off"
      />
      <Button type="submit" variant="danger" className="justify-self-start" busy={isSaving}>
        {t('Ban this address')}
      </Button>
      <p role="status" className="sr-only">
        {result && t('Address banned')}
      </p>
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

interface LiftAddressBanDialogProps {
  ban: AddressBan
  onLifted: () => void
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Open while mounted. On an error it stays open and shows the server's message. */
function LiftAddressBanDialog({ ban, onLifted, onClose, returnFocusTo }: LiftAddressBanDialogProps) {
  const lift = useCallMutation(addressBansCalls.liftAddressBan, {
    refetch: [addressBansCalls.addressBans],
    onSuccess: () => {
      onLifted()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('Are you sure you want to lift the ban on {address}?', { address: ban.ipAddress })}
      description={t('Everyone who connects from this address can come back.')}
      confirm={t('Lift the ban')}
      tone="primary"
      busy={lift.isPending}
      failure={lift.error && errorMessageOf(lift.error, t('The ban wasn’t lifted. Please try again.'))}
      onConfirm={() => {
        if (!lift.isPending) lift.mutate({ params: { id: String(ban.id) } })
      }}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  )
}
