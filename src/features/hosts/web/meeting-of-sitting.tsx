// Where a sitting meets, for who holds it: the site of its link, and the dialog that changes it (TEACH-11).
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { meetingSite } from '#features/sittings/meeting.ts'
import { t } from '#shared/i18n/t.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { ValidatedForm } from '#web/forms/validated-form.tsx'
import { messages } from '#web/i18n/messages.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { hostsCalls, type HeldSitting } from '../contract.ts'

interface MeetingOfSittingProps {
  held: HeldSitting
  /** Names the sitting. */
  label: string
}

export function MeetingOfSitting({ held, label }: MeetingOfSittingProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const url = held.meetingUrl ?? held.templateMeetingUrl ?? null
  return (
    <p className="text-small text-ink-2 wrap-anywhere">
      {url !== null && <span>{`${t('Meets on {site}', { site: meetingSite(url) })} · `}</span>}
      <Button
        ref={button}
        variant="link"
        className="min-h-0! p-0! text-small"
        aria-haspopup="dialog"
        aria-label={t('Meeting link: {sitting}', { sitting: label })}
        onClick={() => setOpen(true)}
      >
        {url === null ? t('Add a meeting link') : t('Change the meeting link')}
      </Button>
      {isOpen && (
        <MeetingDialog held={held} label={label} onClose={() => setOpen(false)} returnFocusTo={button} />
      )}
    </p>
  )
}

interface MeetingDialogProps extends MeetingOfSittingProps {
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

function MeetingDialog({ held, label, onClose, returnFocusTo }: MeetingDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const { form, send, isSaving, failure } = useCallForm(hostsCalls.setMeeting, {
    values: { meetingUrl: held.meetingUrl ?? '' },
    toInput: ({ meetingUrl }) => ({
      params: { scheduleId: String(held.scheduleId) },
      body: { meetingUrl: meetingUrl.trim() === '' ? null : meetingUrl },
    }),
    refetch: [hostsCalls.heldSittings],
    notSaved: messages.notSaved,
    onSaved: () => {
      toast({ title: t('The meeting link is saved') })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const template = held.templateMeetingUrl ?? null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSaving && onClose()}
      initialFocus={field}
      returnFocusTo={returnFocusTo}
      size="sm"
      title={t('Meeting link')}
      description={label}
      footer={
        <>
          <Button disabled={isSaving} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isSaving}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <ValidatedForm
        id={formId}
        className="grid gap-4"
        errorCount={Object.keys(form.formState.errors).length}
        onSubmit={submit}
      >
        {failure && <FormError>{failure.message}</FormError>}
        <TextField
          form={form}
          name="meetingUrl"
          inputRef={field}
          label={t('Link to the meeting')}
          optional
          hint={
            template === null
              ? t('Members get it in the room, from the doors to the end of the sharing.')
              : t(
                  'Leave it empty for the template’s link, on {site}. Members get it in the room, from the doors on.',
                  {
                    site: meetingSite(template),
                  },
                )
          }
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
      </ValidatedForm>
    </Dialog>
  )
}

const formId = 'meeting-link'
