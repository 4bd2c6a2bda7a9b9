// Edit Referrer dialog: credits a member's referral to another member (USR-20, USR-21, USR-22).
import { useId, useRef, useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'
import { adminMessages } from '#shared/admin-messages.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { membersCalls, type Member } from '../contract.ts'
import { referrerLabel } from '../member-labels.ts'
import { FormButtons } from './form-buttons.tsx'
import type { MemberDialogProps } from './member-actions.ts'
import { ReferrerMatches } from './referrer-matches.tsx'
import { searchMaxChars, useDebouncedValue } from './use-members.ts'

interface AttributionInput {
  referreeId: number
  referrerId: number
  referralCode: string
}

/** The call that credits a referral; the referrals feature declares it. */
export type AttributionCall = Endpoint<
  string,
  'community.administer',
  undefined,
  undefined,
  z.core.$ZodType<unknown, AttributionInput>
>

interface ReferrerDialogProps extends MemberDialogProps {
  member: Member
  attributionCall: AttributionCall
}

export function ReferrerDialog({ member, attributionCall, onClose, ...frame }: ReferrerDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const form = useId()
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim())
  const [chosen, setChosen] = useState<Member | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { attribute, isSaving } = useReferrerUpdate(attributionCall, {
    member,
    onFailure: setFailure,
    onDone: onClose,
  })
  const type = (next: string) => {
    setText(next)
    setChosen(null)
    setFailure(null)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (chosen === null) setFailure('Please search for the referrer and choose one.')
    else if (chosen.referralCode === null) setFailure(`${chosen.name} has no referral code yet.`)
    else attribute({ referrerId: chosen.id, referralCode: chosen.referralCode })
  }
  return (
    <Dialog
      {...frame}
      onOpenChange={() => !isSaving && onClose()}
      initialFocus={field}
      title="Edit Referrer"
      description={`${member.name} was referred by ${referrerLabel(member) ?? 'nobody'}. Points are credited right away; a previous referrer loses theirs.`}
      footer={
        <FormButtons form={form} busy={isSaving} onCancel={onClose}>
          Update referrer
        </FormButtons>
      }
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={save}>
        {failure !== null && <FormError>{failure}</FormError>}
        <SearchField
          field={field}
          label="Search by name or email"
          text={text}
          maxLength={searchMaxChars}
          onChange={type}
          onClear={() => {
            type('')
            field.current?.focus()
          }}
        />
        {search !== '' && (
          <ReferrerMatches
            search={search}
            isStale={text.trim() !== search}
            memberId={member.id}
            chosenId={chosen?.id ?? null}
            onChoose={(match) => {
              setChosen(match)
              setFailure(null)
            }}
          />
        )}
      </form>
    </Dialog>
  )
}

interface ReferrerUpdateOptions {
  member: Member
  onFailure: (message: string | null) => void
  onDone: () => void
}

function useReferrerUpdate(call: AttributionCall, { member, onFailure, onDone }: ReferrerUpdateOptions) {
  const { mutate, isPending } = useCallMutation(call, {
    refetch: [membersCalls.members],
    onSuccess: () => {
      toast({ title: adminMessages.referrerUpdated })
      onDone()
    },
    onError: (error) => {
      const message = errorMessageOf(error, adminMessages.updateReferrerFailed)
      toast({ title: adminMessages.error, description: message, variant: 'destructive' })
      onFailure(message)
    },
  })
  return {
    isSaving: isPending,
    attribute: (referrer: { referrerId: number; referralCode: string }) => {
      onFailure(null)
      mutate({ body: { referreeId: member.id, ...referrer } })
    },
  }
}
