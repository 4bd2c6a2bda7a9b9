// 'Invite a list': from a table through its preview to the invitations (JOIN-01, JOIN-02).
import { useEffect, useRef, useState } from 'react'
import { inviteSentenceMaxChars, invitedPeopleMax, invitedPeopleTextMaxChars } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { objectionOf, validationIssuesOf } from '#web/error-message.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { inviteBatchesCalls, type ListedPersonState } from '../contract.ts'
import { PeoplePreview } from './people-preview.tsx'
import { TableSource } from './table-source.tsx'

interface InviteListDialogProps {
  /** Why no list can be invited now; null if one can. */
  blockedText: string | null
  onClose: () => void
}

/** Reads a list, and invites it after its preview. */
function useInviteList(onClose: () => void) {
  const [text, setText] = useState('')
  const [people, setPeople] = useState<readonly ListedPersonState[] | null>(null)
  const [tableError, setTableError] = useState<string | null>(null)
  const preview = useCallMutation(inviteBatchesCalls.previewInviteBatch)
  const sentence = useCallForm(inviteBatchesCalls.createInviteBatch, {
    values: { sentence: '' },
    toInput: (values) => ({ body: { text, ...values } }),
    refetch: [inviteBatchesCalls.inviteBatches],
    notSaved: t('The list wasn’t invited. Please try again.'),
    onSaved: ({ counts }) => {
      toast({
        title: t('{count, plural, one {One person is invited} other {# people are invited}}', {
          count: counts.ready,
        }),
        description: t('Their emails go out one after the other.'),
      })
      onClose()
    },
    onFailure: (error) => {
      const issue = validationIssuesOf(error).find(({ path }) => path === 'text')
      if (!issue) return
      setPeople(null)
      setTableError(issue.message)
    },
  })
  return {
    text,
    people,
    tableError,
    sentence,
    isReading: preview.isPending,
    setTableError,
    type: (typed: string) => {
      // A preview that is under way is of another text.
      preview.reset()
      setTableError(null)
      setText(typed)
    },
    read: () => {
      if (preview.isPending) return
      setTableError(null)
      preview.mutate(
        { body: { text } },
        {
          onSuccess: (response) => setPeople(response.people),
          onError: (error) => setTableError(objectionOf(error, t('The list wasn’t read. Please try again.'))),
        },
      )
    },
    back: () => setPeople(null),
  }
}

export function InviteListDialog({ blockedText, onClose }: InviteListDialogProps) {
  const list = useInviteList(onClose)
  const { text, people, isReading } = list
  const { form, onSubmit, isSaving, failure } = list.sentence
  const leaving = useAskBeforeLeaving({
    open: true,
    isChanged: text !== '' || form.formState.isDirty,
    leave: onClose,
  })
  const ready = people?.filter(({ state }) => state === 'ready').length ?? 0
  return (
    <>
      <Dialog
        open
        size="lg"
        title={t('Invite a list')}
        description={t(
          'Each person gets one email with a link of their own. No one becomes a member without joining.',
        )}
        onOpenChange={() => !isReading && !isSaving && leaving.ask()}
        footer={
          people === null ? (
            <>
              <Button onClick={leaving.ask}>{t('Cancel')}</Button>
              <Button variant="primary" disabled={text.trim() === ''} busy={isReading} onClick={list.read}>
                {t('Preview')}
              </Button>
            </>
          ) : (
            <>
              <Button disabled={isSaving} onClick={list.back}>
                {t('Back')}
              </Button>
              <Button
                form={formId}
                type="submit"
                variant="primary"
                disabled={ready === 0 || blockedText !== null}
                busy={isSaving}
              >
                {t('{count, plural, one {Invite one person} other {Invite # people}}', { count: ready })}
              </Button>
            </>
          )
        }
      >
        {people === null ? (
          <TableSource
            label={t('List')}
            hint={t(
              'One address in each row, or a table with the columns email, name, note and language. The name is proposed to the person; a note is only shown here. At most {max, number} rows.',
              { max: invitedPeopleMax },
            )}
            text={text}
            error={list.tableError}
            maxChars={invitedPeopleTextMaxChars}
            onText={list.type}
            onError={list.setTableError}
          />
        ) : (
          <form noValidate id={formId} className="grid gap-5" {...{ onSubmit }}>
            {failure && <FormError>{failure.message}</FormError>}
            <Summary people={people} ready={ready} />
            {blockedText !== null && <FormError>{blockedText}</FormError>}
            <TextField
              form={form}
              name="sentence"
              label={t('How did your community get these addresses?')}
              hint={t(
                'Each email says so in your words: “You sat with us in the hall and wrote your address down.”',
              )}
              required
              rows={2}
              maxChars={inviteSentenceMaxChars}
            />
            <PeoplePreview people={people} />
          </form>
        )}
      </Dialog>
      {leaving.question}
    </>
  )
}

const formId = 'invite-list'

/** Focused: the button that led here has become another one. */
function Summary({ people, ready }: { people: readonly ListedPersonState[]; ready: number }) {
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <p ref={summary} tabIndex={-1} role="status" className="text-ink-2 focus:outline-none">
      {t(
        '{ready, number} of {rows, plural, one {# row} other {# rows}} can be invited. Nothing is sent yet.',
        {
          ready,
          rows: people.length,
        },
      )}
    </p>
  )
}
