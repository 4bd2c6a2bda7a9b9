// The decision of a case: what to do, for how long, and the reason that its member reads (MOD-05).
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { errorMessageOf, objectionOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import {
  casesCalls,
  muteMinutes,
  sentenceMaxChars,
  type Case,
  type DecisionAction,
  type ModerationRecord,
} from '../../cases-contract.ts'
import { banMinutes } from '../../contract.ts'
import { actionLabel, caseMemberName, isWorrying, lengthLabel, reasonsOf } from '../case-labels.ts'
import { banMinutesAtFirst } from '../decision-fields.tsx'
import { ActionChoice } from './action-choice.tsx'
import { CaseText } from './case-message.tsx'

type Obstacles = ModerationRecord['obstacles']
type DecisionBody = Parameters<ReturnType<typeof useDecide>['mutate']>[0]['body']

interface DecideDialogProps {
  case: Case
  record: ModerationRecord | null
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** A mute is short unless another length is chosen. */
const lengthsAtFirst = { mute: '60', ban: String(banMinutesAtFirst) }
const forGood = 'for-good'

export function DecideDialog({ case: shown, record, onClose, returnFocusTo }: DecideDialogProps) {
  const choice = useDecision(shown)
  const { action, minutes, sentence, isReady } = choice
  const isTyped = sentence.trim() !== ''
  const decide = useDecide({ shown, isTyped, onClose })
  const { ask, question } = useAskBeforeLeaving({ open: true, isChanged: isTyped, leave: onClose })
  const close = () => {
    if (!decide.isPending) ask()
  }
  return (
    <>
      <Dialog
        open
        size="md"
        title={t('Decide')}
        onOpenChange={close}
        returnFocusTo={returnFocusTo}
        footer={
          <>
            <Button disabled={decide.isPending} onClick={close}>
              {t('Cancel')}
            </Button>
            <Button
              variant={action === 'ban' ? 'danger' : 'primary'}
              disabled={!isReady || shown.decision !== null}
              busy={decide.isPending}
              onClick={() => {
                if (!decide.isPending)
                  decide.mutate({ params: { id: String(shown.id) }, body: bodyOf(shown, choice) })
              }}
            >
              {action === null ? t('Decide') : actionLabel(action, minutes)}
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-1 gap-5">
          <Objection shown={shown} decide={decide} />
          <DecisionFields choice={choice} case={shown} record={record} />
        </div>
      </Dialog>
      {question}
    </>
  )
}

/** Why it isn't decided. Shown also to those who have scrolled down to the sentence. */
function Objection({ shown, decide }: { shown: Case; decide: ReturnType<typeof useDecide> }) {
  const isDecidedMeanwhile = shown.decision !== null && !decide.isPending
  const box = useRef<HTMLDivElement>(null)
  const isShown = isDecidedMeanwhile || decide.isError
  useEffect(() => {
    if (isShown) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  if (!isShown) return null
  return (
    <div ref={box}>
      <FormError>
        {isDecidedMeanwhile
          ? t('{name} has decided in the meantime. Nothing was changed, and your sentence is still here.', {
              name: shown.decision?.by?.name ?? t('Former member'),
            })
          : objectionOf(decide.error, t('That wasn’t decided. Please try again.'))}
      </FormError>
    </div>
  )
}

type Choice = ReturnType<typeof useDecision>

/** What is chosen. The reason is that of most reports, if it is on the community's list, until another one is chosen. */
function useDecision({ reports }: Case) {
  const [action, setAction] = useState<DecisionAction | null>(null)
  const [lengths, setLengths] = useState<{ mute: string; ban: string }>(lengthsAtFirst)
  const [chosenReason, setReason] = useState<string | null>(null)
  const [sentence, setSentence] = useState('')
  const reasons = useCall(casesCalls.reasons, {}, { uncached: true })
  const offered = reasons.data?.reasons ?? []
  const isOffered = (reason: string | null) => offered.some(({ id }) => id === reason)
  const reported = reasonsOf(reports).find(isOffered) ?? null
  const reason = isOffered(chosenReason) ? chosenReason : reported
  const needsReason = action !== null && action !== 'none' && action !== 'support'
  return {
    action,
    setAction,
    lengths,
    setLengths,
    minutes: action === 'mute' || action === 'ban' ? minutesOf(lengths[action]) : null,
    reasons,
    reason,
    setReason,
    needsReason,
    sentence,
    setSentence,
    isReady:
      action !== null && (!needsReason || reason !== null) && sentence.trim().length <= sentenceMaxChars,
  }
}

interface DecisionFieldsProps {
  choice: Choice
  case: Case
  record: ModerationRecord | null
}

function DecisionFields({ choice, case: shown, record }: DecisionFieldsProps) {
  const { action, setAction, lengths, setLengths, minutes, needsReason } = choice
  const name = caseMemberName(shown)
  return (
    <>
      {shown.message && (
        <blockquote className="rounded-panel bg-sunken px-4 py-3">
          <p translate="no" dir="auto" className="text-small font-strong wrap-anywhere">
            {name}
          </p>
          <CaseText text={shown.message.text} className="line-clamp-4" />
        </blockquote>
      )}
      <ActionChoice
        action={action}
        isHidden={(each) => isImpossible(each, shown)}
        obstacleOf={(each) => obstacleOf(each, record?.obstacles, name)}
        onChange={setAction}
      />
      {action === 'mute' && (
        <Lengths
          choices={muteMinutes.map(String)}
          value={lengths.mute}
          onChange={(mute) => setLengths({ ...lengths, mute })}
        />
      )}
      {action === 'ban' && (
        <Lengths
          choices={[...banMinutes.map(String), forGood]}
          value={lengths.ban}
          onChange={(ban) => setLengths({ ...lengths, ban })}
        />
      )}
      {action !== null && <p className="text-small text-ink-2">{consequence(action, shown, minutes)}</p>}
      {needsReason && <ReasonField choice={choice} name={name} />}
      {/* Who is banned is told nothing more than the reason. */}
      {(action === 'support' || (needsReason && action !== 'ban')) && <SentenceField choice={choice} />}
    </>
  )
}

function ReasonField({ choice, name }: { choice: Choice; name: string }) {
  const { reasons, reason, setReason } = choice
  return (
    <QueryContent
      query={reasons}
      failed={t('The reasons didn’t load')}
      failedText={t('Nothing is lost.')}
      loading={t('Loading the reasons')}
      skeleton={<Skeleton className="h-17" />}
    >
      {(offered) => (
        <Field label={t('Reason')} hint={t('{name} reads it.', { name })}>
          <Select value={reason ?? ''} onChange={({ target }) => setReason(target.value)}>
            {reason === null && <option value="">{t('Choose a reason')}</option>}
            {offered.reasons.map(({ id, text }) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </QueryContent>
  )
}

function SentenceField({ choice: { sentence, setSentence } }: { choice: Choice }) {
  return (
    <Field
      label={t('A sentence of your own')}
      optional
      hint={t('Signed by the garden angels, not by name.')}
      limit={{ chars: sentence.trim().length, max: sentenceMaxChars }}
    >
      <Textarea rows={2} value={sentence} onChange={({ target }) => setSentence(target.value)} />
    </Field>
  )
}

interface DecideInput {
  shown: Case
  /** Whether a sentence is typed, which then stays. */
  isTyped: boolean
  onClose: () => void
}

/**
 * Closes when the case is decided, also by another moderator: the case then shows by whom. Then, or while another one
 * has the case, it stays with a typed sentence.
 */
function useDecide({ shown, isTyped, onClose }: DecideInput) {
  const closeWith = (title: string) => {
    toast({
      title,
      description: t('Nothing was changed. The case is shown as it is now.'),
      variant: 'destructive',
    })
    onClose()
  }
  const decide = useCallMutation(casesCalls.decideCase, {
    refetch: [casesCalls.cases],
    onSuccess: () => {
      toast({ title: t('Decided') })
      onClose()
    },
    onError: (error) => {
      const isTaken = isCallError(error) && error.errorBody?.code === 'taken'
      if (isTaken && !isTyped) closeWith(errorMessageOf(error, t('Someone else has decided in the meantime')))
    },
  })
  const closeDecided = useEffectEvent(() => closeWith(t('Someone else has decided in the meantime')))
  const isDecidedByOther = shown.decision !== null && !decide.isPending && !decide.isSuccess
  useEffect(() => {
    if (isDecidedByOther && !isTyped) closeDecided()
  }, [isDecidedByOther, isTyped])
  return decide
}

const minutesOf = (length: string) => (length === forGood ? null : Number(length))

/** Lengths come from the contract's own lists. */
function bodyOf({ version }: Case, { action, minutes, needsReason, reason, sentence }: Choice): DecisionBody {
  if (action === null || action === 'none') return { version, action: 'none' }
  const typed = action === 'ban' ? '' : sentence.trim()
  return {
    version,
    action,
    ...(needsReason ? { reason: reason ?? '' } : {}),
    ...(typed === '' ? {} : { sentence: typed }),
    ...(minutes === null ? {} : { minutes }),
  } as DecisionBody
}

/** Of an erased account only the message is left, and of a deleted message only its author. */
function isImpossible(action: DecisionAction, shown: Case): boolean {
  if (action === 'support' && !isWorrying(shown)) return true
  if (action === 'remove') return shown.message === null
  return action !== 'none' && shown.member === null
}

function obstacleOf(action: DecisionAction, obstacles: Obstacles | undefined, name: string): string | null {
  const obstacle = action === 'mute' || action === 'ban' ? (obstacles?.[action] ?? null) : null
  if (obstacle === null) return null
  if (obstacle === 'self') return t('It is about yourself.')
  return obstacle === 'administrator'
    ? t('{name} is an administrator.', { name })
    : t('{name} is a garden angel.', { name })
}

function consequence(action: DecisionAction, shown: Case, minutes: number | null): string {
  const name = caseMemberName(shown)
  switch (action) {
    case 'support':
      return t(
        'The message stays, and the report isn’t mentioned. {name} reads in private where to find help, and these words: “{words}”',
        {
          name,
          // As in the member’s card; a file that both share would be a chunk of its own.
          words: t('How are you? If things are hard right now, you don’t have to go through them alone.'),
        },
      )
    case 'none':
      return shown.message?.isFolded
        ? t('The message is shown to everyone again. Those who reported it are thanked.')
        : t('The message stays. Those who reported it are thanked.')
    case 'remove':
      return t('The message disappears for everyone. {name} is told, with the reason.', { name })
    case 'remind':
      return t('The message stays. {name} is told in private, with the reason.', { name })
    case 'mute':
      return t(
        'The message disappears, and {name} can’t write in the chat for {length}. They are told until when and why.',
        { name, length: lengthLabel(minutes ?? 0) },
      )
    case 'ban':
      return minutes === null
        ? t(
            'The message disappears. {name} is signed out everywhere and can’t come back until an administrator lifts the ban.',
            { name },
          )
        : t('The message disappears. {name} is signed out everywhere and can’t come back for {length}.', {
            name,
            length: lengthLabel(minutes),
          })
  }
}

interface LengthsProps {
  choices: readonly string[]
  value: string
  onChange: (value: string) => void
}

function Lengths({ choices, value, onChange }: LengthsProps) {
  return (
    <Segmented
      legend={t('For how long')}
      options={choices.map((choice) => ({
        value: choice,
        label: choice === forGood ? t('For good') : lengthLabel(Number(choice)),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
