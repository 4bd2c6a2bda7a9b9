// Mute dialog: for how long and why a member can't write in the chat, and the end of a mute in force (MOD-05, MOD-12).
import { useRef, useState, type RefObject } from 'react'
import { formatUntil } from '#features/chat/format-until.ts'
import { timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf, objectionOf, validationIssuesOf } from '#web/error-message.ts'
import { displayZone } from '#web/local-zone.ts'
import { serverNow } from '#web/server-clock.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { casesCalls, muteMinutes, type ModerationRecord } from '../cases-contract.ts'
import type { MemberObstacle } from '../rules.ts'
import { LengthChoice, ReasonSelect, useReasons } from './decision-fields.tsx'

const sentenceMaxChars = 500

interface MuteDialogProps {
  open: boolean
  onClose: () => void
  /** Give each opening its own `key`, or the previous input reappears. */
  member: { id: number; name: string }
  returnFocusTo?: RefObject<HTMLElement | null>
}

type Minutes = (typeof muteMinutes)[number]

export function MuteDialog({ open, onClose, member, returnFocusTo }: MuteDialogProps) {
  const list = useReasons()
  const record = useCall(
    casesCalls.memberRecord,
    { params: { userId: String(member.id) } },
    { uncached: true },
  )
  const muting = useMuting(member, onClose)
  const { isPending, sentence } = muting
  const { ask, question } = useAskBeforeLeaving({ open, isChanged: sentence.trim() !== '', leave: onClose })
  const close = () => {
    if (!isPending) ask()
  }
  const obstacle = record.data?.obstacles.mute ?? null
  const canMute = record.data !== undefined && obstacle === null
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={close}
        returnFocusTo={returnFocusTo}
        title={t('Mute {name}', { name: member.name })}
        description={
          obstacle === null
            ? t(
                'They can’t write in the chat, and are told why. They can still sit, like, thank and ask for help.',
              )
            : null
        }
        footer={
          obstacle === null ? (
            <>
              <Button disabled={isPending} onClick={close}>
                {t('Cancel')}
              </Button>
              <Button variant="danger" disabled={!canMute} busy={muting.isMuting} onClick={muting.send}>
                {t('Mute')}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>{t('OK')}</Button>
          )
        }
      >
        {record.isError && record.data === undefined && (
          <ErrorPanel busy={record.isFetching} onRetry={() => void record.refetch()}>
            {errorMessageOf(record.error, t('This didn’t load.'))}
          </ErrorPanel>
        )}
        <div role="status">
          {record.isPending && (
            <>
              <span className="sr-only">{t('Loading')}</span>
              <MuteSkeleton />
            </>
          )}
          {record.data && obstacle && <p>{obstacleSentences[obstacle](member.name)}</p>}
        </div>
        {canMute && <MuteForm muting={muting} list={list} mute={record.data.mute} />}
      </Dialog>
      {question}
    </>
  )
}

/** What is chosen and typed, and the calls that mute and un-mute. */
function useMuting({ id, name }: MuteDialogProps['member'], onDone: () => void) {
  const params = { userId: String(id) }
  const [minutes, setMinutes] = useState<Minutes>(10)
  const [reason, setReason] = useState('')
  const [sentence, setSentence] = useState('')
  const [isMissing, setMissing] = useState(false)
  const reasonField = useRef<HTMLSelectElement>(null)
  const mute = useCallMutation(casesCalls.mute, {
    onSuccess: ({ untilAt }) => {
      toast({ title: t('{name} can’t write in the chat {until}', { name, until: untilOf(untilAt) }) })
      onDone()
    },
  })
  const unmute = useCallMutation(casesCalls.unmute, {
    onSuccess: () => {
      toast({ title: t('{name} can write in the chat again', { name }) })
      onDone()
    },
  })
  const isPending = mute.isPending || unmute.isPending
  const issues = mute.error === null ? [] : validationIssuesOf(mute.error)
  const objectionTo = (field: string) => issues.find(({ path }) => path === field)?.message
  return {
    minutes,
    setMinutes,
    reason,
    reasonField,
    choose: (chosen: string) => {
      setReason(chosen)
      setMissing(false)
      mute.reset()
    },
    sentence,
    setSentence,
    reasonError: isMissing ? t('Please choose a reason.') : objectionTo('reason'),
    sentenceError: objectionTo('sentence'),
    /** Of no field. */
    failure: unmute.error ?? (issues.length === 0 ? mute.error : null),
    isPending,
    isMuting: mute.isPending,
    isEnding: unmute.isPending,
    send: () => {
      if (isPending || sentence.trim().length > sentenceMaxChars) return
      setMissing(reason === '')
      if (reason === '') reasonField.current?.focus()
      else mute.mutate({ params, body: { minutes, reason, ...(sentence.trim() === '' ? {} : { sentence }) } })
    },
    end: () => {
      if (!isPending) unmute.mutate({ params })
    },
  }
}

interface MuteFormProps {
  muting: ReturnType<typeof useMuting>
  list: ReturnType<typeof useReasons>
  /** In force; null without one. */
  mute: ModerationRecord['mute']
}

function MuteForm({ muting, list, mute }: MuteFormProps) {
  const { failure, sentence, sentenceError } = muting
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failure && <FormError>{objectionOf(failure, t('That didn’t work. Please try again.'))}</FormError>}
      {mute && <MuteInForce mute={mute} isPending={muting.isEnding} onEnd={muting.end} />}
      <LengthChoice minutes={muteMinutes} value={muting.minutes} onChange={muting.setMinutes} />
      <ReasonSelect
        ref={muting.reasonField}
        label={t('Reason')}
        list={list}
        none={t('Choose a reason')}
        value={muting.reason}
        error={muting.reasonError}
        onChoose={({ id }) => muting.choose(id)}
      />
      <Field
        label={t('A sentence to them')}
        optional
        error={sentenceError}
        limit={{ chars: sentence.trim().length, max: sentenceMaxChars }}
      >
        <Textarea rows={3} value={sentence} onChange={({ target }) => muting.setSentence(target.value)} />
      </Field>
    </div>
  )
}

function untilOf(untilAt: string): string {
  return formatUntil(timestampToMs(untilAt), { zone: displayZone(), nowMs: serverNow() })
}

const obstacleSentences: Record<MemberObstacle, (name: string) => string> = {
  self: () => t('You can’t mute yourself.'),
  administrator: (name) => t('{name} is an administrator and can’t be muted.', { name }),
  garden_angel: (name) => t('{name} is a garden angel and can’t be muted.', { name }),
}

interface MuteInForceProps {
  mute: NonNullable<ModerationRecord['mute']>
  isPending: boolean
  onEnd: () => void
}

function MuteInForce({ mute: { untilAt, reason }, isPending, onEnd }: MuteInForceProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-panel bg-sunken px-4 py-3">
      <div className="min-w-0">
        <p>{t('Muted {until}', { until: untilOf(untilAt) })}</p>
        {reason !== '' && (
          <p dir="auto" className="text-small text-ink-2">
            {reason}
          </p>
        )}
      </div>
      <Button busy={isPending} onClick={onEnd}>
        {t('End the mute')}
      </Button>
    </div>
  )
}

/** With the height of the form. */
function MuteSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-19 rounded-panel" />
      <Skeleton className="h-19 rounded-panel" />
      <Skeleton className="h-36 rounded-panel" />
    </div>
  )
}
