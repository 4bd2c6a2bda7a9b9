// 'Halls' dialog of a host: the links of a sitting's halls, and how many people sit in each (HALL-01, HALL-03).
import { ExternalLink } from 'lucide-react'
import { useId, useState, type FormEvent, type RefObject } from 'react'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { ValidatedForm } from '#web/forms/validated-form.tsx'
import { messages } from '#web/i18n/messages.ts'
import { displayZone } from '#web/local-zone.ts'
import { toast } from '#web/toast-store.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { ShownOnceAddress } from '#web/ui/shown-once-address.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { hallsCalls, type HallLink } from '../contract.ts'
import { hallPeopleMax, hallsMax } from '../rules.ts'

export interface HallDialogProps {
  sittingId: number
  onClose: () => void
  returnFocusTo: RefObject<HTMLButtonElement | null>
}

/** Open while mounted. */
export function HallDialog({ sittingId, onClose, returnFocusTo }: HallDialogProps) {
  const params = { id: String(sittingId) }
  const query = useCall(hallsCalls.halls, { params }, { uncached: true })
  const making = useCallMutation(hallsCalls.makeHall, { refetch: [hallsCalls.halls] })
  const count = query.data?.halls.length ?? 0
  const made = making.data ?? null
  const isMadeOpen = made !== null && query.data?.halls.some(({ id }) => id === made.id) !== false
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      returnFocusTo={returnFocusTo}
      title={t('Halls')}
      description={t(
        'A group in one place follows the sitting on one screen, without an account. The link ends with the sharing.',
      )}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <div className="grid gap-5">
        {/* Its picture is for members alone. */}
        {query.data?.kind === 'live' && (
          <p>
            {t(
              'For a hall: open the room on the device there, signed in as a member. A link shows no picture.',
            )}
          </p>
        )}
        <QueryContent
          query={query}
          failed={t('The halls didn’t load')}
          failedText={t('Nothing is lost.')}
          stale={t('The latest changes didn’t load')}
          staleText={t('The previous list is shown.')}
          loading={t('Loading the halls')}
          skeleton={<Skeleton className="h-24" />}
        >
          {({ halls }) =>
            halls.length === 0 ? (
              <p className="text-ink-2">{t('This sitting has no hall yet.')}</p>
            ) : (
              <ul className="grid gap-4">
                {halls.map((hall, index) => (
                  <li key={hall.id} className="grid gap-3 border-b border-line pb-4">
                    <HallRow {...{ hall, sittingId }} number={index + 1} />
                    {made?.id === hall.id && <HallAddress url={made.url} />}
                  </li>
                ))}
              </ul>
            )
          }
        </QueryContent>
        {query.data && count < hallsMax && (
          <div>
            <Button
              variant={isMadeOpen ? 'ghost' : 'primary'}
              busy={making.isPending}
              onClick={() => making.mutate({ params })}
            >
              {count === 0 ? t('Make a link') : t('Make another link')}
            </Button>
          </div>
        )}
        {count >= hallsMax && (
          <p className="text-small text-ink-2">
            {t('A sitting has at most {max} halls.', { max: hallsMax })}
          </p>
        )}
        {making.isError && (
          <FormError>{errorMessageOf(making.error, t('That didn’t work. Please try again.'))}</FormError>
        )}
      </div>
    </Dialog>
  )
}

interface HallRowProps {
  hall: HallLink
  sittingId: number
  number: number
}

function HallRow({ hall, sittingId, number }: HallRowProps) {
  const formId = useId()
  const [zone] = useState(displayZone)
  const params = { id: String(sittingId), hallId: String(hall.id) }
  const { form, send, isSaving, failure } = useCallForm(hallsCalls.setHallPeople, {
    values: { people: String(hall.people) },
    // Number('') is 0.
    toInput: ({ people }) => ({
      params,
      body: { people: people.trim() === '' ? Number.NaN : Number(people) },
    }),
    refetch: [hallsCalls.halls],
    notSaved: messages.notSaved,
    onSaved: () => {
      toast({ title: t('The number is saved') })
    },
  })
  const revoking = useCallMutation(hallsCalls.revokeHall, { refetch: [hallsCalls.halls] })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const name = t('Hall {number}, opened at {time}', { number, time: formatTimeOfDay(hall.madeAt, zone) })
  return (
    <ValidatedForm
      id={formId}
      aria-label={name}
      className="grid gap-3"
      errorCount={Object.keys(form.formState.errors).length}
      onSubmit={submit}
    >
      <p className="font-strong">{name}</p>
      {failure && <FormError>{failure.message}</FormError>}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-40 flex-1">
          <TextField
            form={form}
            name="people"
            label={t('How many of us are here')}
            type="number"
            inputMode="numeric"
            min={0}
            max={hallPeopleMax}
          />
        </div>
        <Button type="submit" busy={isSaving}>
          {t('Save')}
        </Button>
        <Button
          variant="danger"
          busy={revoking.isPending}
          aria-label={t('Revoke the link: {hall}', { hall: name })}
          onClick={() => revoking.mutate({ params })}
        >
          {t('Revoke the link')}
        </Button>
      </div>
      {revoking.isError && (
        <FormError>{errorMessageOf(revoking.error, t('That didn’t work. Please try again.'))}</FormError>
      )}
    </ValidatedForm>
  )
}

function HallAddress({ url }: { url: string }) {
  return (
    <ShownOnceAddress
      label={t('Link of the hall')}
      url={url}
      hint={t('Copy it now: it is shown only this once.')}
      copy={t('Copy the link')}
      copied={t('Open it on the device in the hall.')}
    >
      <a href={url} target="_blank" rel="noopener noreferrer" className={buttonVariants()}>
        <ExternalLink aria-hidden className="size-4.5" strokeWidth={1.8} />
        {t('Open it here')}
        <span className="sr-only"> {t('(opens a new tab)')}</span>
      </a>
    </ShownOnceAddress>
  )
}
