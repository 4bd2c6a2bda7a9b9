// Ban dialog: the reason, which the member will read, and the length, then the confirmation.
import { useEffect, useRef, useState, type RefObject } from 'react'
import { membersCalls } from '#features/members/contract.ts'
import { banReasonMaxChars } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { hasVisibleText } from '#shared/text.ts'
import { errorMessageOf, objectionOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { messages } from '#web/i18n/messages.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { CharCounter } from '#web/ui/char-counter.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { banMinutes, bansCalls } from '../contract.ts'
import type { MemberObstacle } from '../rules.ts'
import { banMinutesAtFirst, LengthChoice, lengthText, ReasonSelect, useReasons } from './decision-fields.tsx'

// The chat sends PUT and the dashboard POST, each with its own messages. One handler serves both (CHAT-20).
const banContexts = {
  chat: { call: bansCalls.banByPut, successTitle: messages.userBanned, failureToast: messages.banFailed },
  dashboard: {
    call: bansCalls.banByPost,
    successTitle: adminMessages.userBanned,
    failureToast: { title: adminMessages.error, description: adminMessages.banUserFailed },
  },
} as const

/** 0 is for good. */
const lengths = [...banMinutes, 0] as const
type BanMinutes = (typeof lengths)[number]

interface BanDialogProps {
  /** The screen that opens the dialog. */
  context?: keyof typeof banContexts
  open: boolean
  /** Called when the moderator closes the dialog and after the ban. */
  onClose: () => void
  /** The member to ban. Give each opening its own `key`, or the previous reason reappears. */
  member: { id: number; name: string }
  returnFocusTo?: RefObject<HTMLElement | null>
}

export function BanDialog({ context = 'chat', open, onClose, member, returnFocusTo }: BanDialogProps) {
  const { call, successTitle, failureToast } = banContexts[context]
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState<BanMinutes>(banMinutesAtFirst)
  const [deletesMessages, setDeletesMessages] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const params = { id: String(member.id) }
  const list = useReasons()
  const check = useCall(bansCalls.banCheck, { params }, { uncached: true })
  const canBan = check.data?.obstacle === null
  const ban = useCallMutation(call, {
    refetch: [membersCalls.members],
    onSuccess: () => {
      toast({ title: successTitle })
      onClose()
    },
    onError: () => {
      toast({ ...failureToast, variant: 'destructive' })
      setConfirming(false)
    },
  })
  // Closing the confirmation returns to the reason first, so that a stray click loses no text.
  const { ask, question } = useAskBeforeLeaving({ open, isChanged: reason.trim() !== '', leave: onClose })
  const close = () => {
    if (ban.isPending) return
    if (isConfirming) setConfirming(false)
    else ask()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={close}
        returnFocusTo={returnFocusTo}
        title={isConfirming ? messages.confirmBan(member.name) : t('Ban {name}', { name: member.name })}
        description={descriptionOf({ isConfirming, minutes, canBan: check.data ? canBan : !check.isError })}
        footer={
          isConfirming ? (
            <ConfirmActions
              isPending={ban.isPending}
              onBack={() => setConfirming(false)}
              onConfirm={() =>
                ban.mutate({
                  params,
                  body: {
                    reason,
                    ...(minutes === 0 ? {} : { minutes }),
                    ...(deletesMessages ? { deleteMessagesOfToday: true } : {}),
                  },
                })
              }
            />
          ) : check.data?.obstacle ? (
            <Button onClick={onClose}>{t('OK')}</Button>
          ) : (
            <ReasonActions
              canSubmit={canBan && isValidReason(reason)}
              onCancel={close}
              onBan={() => setConfirming(true)}
            />
          )
        }
      >
        {isConfirming ? (
          <BanConfirmation {...{ reason, minutes, deletesMessages }} />
        ) : (
          <>
            <BanCheckBanner check={check} name={member.name} context={context} />
            {canBan && (
              <div className="grid gap-4">
                <ReasonField list={list} reason={reason} onChange={setReason} failure={ban.error} />
                <LengthChoice minutes={lengths} value={minutes} onChange={setMinutes} />
                <Checkbox
                  label={t('Also delete their messages from today')}
                  checked={deletesMessages}
                  onChange={(event) => setDeletesMessages(event.target.checked)}
                />
              </div>
            )}
          </>
        )}
      </Dialog>
      {question}
    </>
  )
}

interface BanConfirmationProps {
  reason: string
  minutes: BanMinutes
  deletesMessages: boolean
}

function BanConfirmation({ reason, minutes, deletesMessages }: BanConfirmationProps) {
  return (
    <div className="grid gap-4">
      <p dir="auto" className="min-h-36 rounded-panel bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap">
        {reason.trim()}
      </p>
      {minutes !== 0 && <p>{t('The ban ends by itself: {length}.', { length: lengthText(minutes) })}</p>}
      {deletesMessages && <p>{t('Their messages from today are deleted.')}</p>}
    </div>
  )
}

/** Rendered from the start, so that screen readers announce it with the title and the dialog keeps its size. */
function descriptionOf({
  isConfirming,
  minutes,
  canBan,
}: {
  isConfirming: boolean
  minutes: BanMinutes
  /** True also while the check loads. */
  canBan: boolean
}): string | null {
  if (isConfirming) return t('They will read:')
  if (!canBan) return null
  return minutes === 0
    ? t('They are signed out everywhere and can’t come back.')
    : t('They are signed out everywhere and can’t come back before the ban ends.')
}

interface BanCheckBannerProps {
  check: ReturnType<typeof useCall<typeof bansCalls.banCheck>>
  name: string
  context: keyof typeof banContexts
}

/** Replaces the form until the server confirms that the member can be banned. */
function BanCheckBanner({ check: { data, error, isFetching, refetch }, name, context }: BanCheckBannerProps) {
  if (error && !data) {
    return (
      <ErrorPanel busy={isFetching} onRetry={() => void refetch()}>
        {errorMessageOf(error, t('This didn’t load.'))}
      </ErrorPanel>
    )
  }
  return (
    <div role="status">
      {!data && (
        <>
          <span className="sr-only">{t('Loading')}</span>
          <FormSkeleton />
        </>
      )}
      {data?.obstacle && <p>{obstacleMessages[data.obstacle](name, context)}</p>}
    </div>
  )
}

const obstacleMessages: Record<MemberObstacle, (name: string, context: keyof typeof banContexts) => string> =
  {
    self: () => t('You can’t ban yourself.'),
    administrator: (name, context) =>
      context === 'chat'
        ? t('{name} is an administrator and can’t be banned here.', { name })
        : t('{name} is an administrator. Remove the admin role first.', { name }),
    garden_angel: (name) => t('{name} is a garden angel and can’t be banned here.', { name }),
  }

/** Not blank after trim (CHAT-17), and within the server's length limit. */
function isValidReason(reason: string): boolean {
  return hasVisibleText(reason) && reason.trim().length <= banReasonMaxChars
}

interface ReasonFieldProps {
  list: ReturnType<typeof useReasons>
  reason: string
  onChange: (reason: string) => void
  failure: Error | null
}

/** Placeholder with the height of the form: {@link ReasonField}, the length and the checkbox. */
function FormSkeleton() {
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <SkeletonLine className="w-28" />
        <Skeleton className="h-11.5" />
      </div>
      <div className="grid gap-1.5">
        <SkeletonLine className="w-28" />
        <Skeleton className="min-h-[calc(4lh+1.5rem)]" />
        <SkeletonLine className="w-3/5" />
      </div>
      <div className="grid gap-1.5">
        <SkeletonLine className="w-28" />
        {/* The lengths take two lines on a phone. */}
        <Skeleton className="h-13 max-sm:h-25" />
      </div>
      <div className="flex h-11 items-center">
        <Skeleton className="h-3.5 w-2/5 rounded-pill!" />
      </div>
    </div>
  )
}

function SkeletonLine({ className }: { className: string }) {
  return (
    <div className="flex h-[1lh] items-center text-small">
      <Skeleton className={`h-3.5 rounded-pill! ${className}`} />
    </div>
  )
}

/** Takes the focus when it mounts: after the ban check, and after 'Back' in the confirmation. */
function ReasonField({ list, reason, onChange, failure }: ReasonFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [listed, setListed] = useState({ id: '', text: '' })
  useEffect(() => field.current?.focus(), [])
  const { length } = reason.trim()
  const error =
    length > banReasonMaxChars
      ? t('A reason has at most {max} characters.', { max: banReasonMaxChars })
      : undefined
  return (
    <div className="grid gap-4">
      {failure && <FormError>{objectionOf(failure, adminMessages.banUserFailed)}</FormError>}
      <ReasonSelect
        label={t('A reason from the list')}
        list={list}
        none={t('In your own words')}
        // What was changed since is in the moderator's own words.
        value={listed.text === reason ? listed.id : ''}
        onChoose={(chosen) => {
          setListed(chosen)
          onChange(chosen.text)
        }}
      />
      <Field
        label={t('Reason')}
        hint={t('They will see it when they try to sign in.')}
        error={error}
        aside={<CharCounter chars={length} max={banReasonMaxChars} />}
      >
        <Textarea ref={field} value={reason} onChange={(event) => onChange(event.target.value)} />
      </Field>
    </div>
  )
}

interface ReasonActionsProps {
  canSubmit: boolean
  onCancel: () => void
  onBan: () => void
}

function ReasonActions({ canSubmit, onCancel, onBan }: ReasonActionsProps) {
  return (
    <>
      <Button onClick={onCancel}>{t('Cancel')}</Button>
      <Button variant="danger" disabled={!canSubmit} onClick={onBan}>
        {t('Ban')}
      </Button>
    </>
  )
}

interface ConfirmActionsProps {
  isPending: boolean
  onBack: () => void
  onConfirm: () => void
}

function ConfirmActions({ isPending, onBack, onConfirm }: ConfirmActionsProps) {
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  return (
    <>
      <Button ref={back} disabled={isPending} onClick={onBack}>
        {t('Back')}
      </Button>
      <Button
        variant="danger"
        busy={isPending}
        onClick={(event) => {
          // The second click of a double click on the previous button doesn't confirm.
          if (event.detail < 2) onConfirm()
        }}
      >
        {t('Yes, ban')}
      </Button>
    </>
  )
}
