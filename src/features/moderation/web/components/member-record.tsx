// What moderators know of a member: their mute, cases and messages, and moderators' notes (MOD-16).
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Section } from '#web/ui/section.tsx'
import { useUnsavedInput } from '#web/unsaved-input.ts'
import { useCallMutation } from '#web/use-call.ts'
import { casesCalls, noteMaxChars, type ModerationRecord } from '../../cases-contract.ts'
import { decisionLabel, momentLabel } from '../case-labels.ts'
import { CaseText } from './case-message.tsx'

interface MemberRecordProps {
  record: ModerationRecord
  /** The case that it stands beside. */
  caseId: number
}

export function MemberRecordView({ record, caseId }: MemberRecordProps) {
  const { member, mute, cases, messages, notes } = record
  return (
    <aside
      aria-label={t('About {name}', { name: member.name })}
      className="grid grid-cols-1 gap-8 rounded-panel border border-line bg-surface p-5"
    >
      <header className="flex items-center gap-3">
        <Avatar id={member.id} name={member.name} src={member.profilePicture} size={44} />
        <p translate="no" dir="auto" className="min-w-0 font-strong wrap-anywhere">
          {member.name}
        </p>
      </header>
      {mute && <MuteInForce mute={mute} userId={member.id} />}
      <OtherCases cases={cases.filter(({ id }) => id !== caseId)} />
      <Notes notes={notes} userId={member.id} />
      <Messages messages={messages} />
    </aside>
  )
}

function MuteInForce({ mute, userId }: { mute: NonNullable<ModerationRecord['mute']>; userId: number }) {
  const unmute = useCallMutation(casesCalls.unmute, { refetch: [casesCalls.cases] })
  return (
    <div className="grid justify-items-start gap-2">
      <p>{t('Muted until {when}', { when: momentLabel(mute.untilAt) })}</p>
      <p dir="auto" className="text-small text-ink-2 wrap-anywhere">
        {mute.reason}
      </p>
      {unmute.isError && (
        <FormError>{objectionOf(unmute.error, t('That didn’t work. Please try again.'))}</FormError>
      )}
      <Button
        busy={unmute.isPending}
        onClick={() => {
          if (!unmute.isPending) unmute.mutate({ params: { userId: String(userId) } })
        }}
      >
        {t('End the mute')}
      </Button>
    </div>
  )
}

function OtherCases({ cases }: { cases: ModerationRecord['cases'] }) {
  return (
    <Section title={t('Other cases')}>
      {cases.length === 0 ? (
        <p className="text-small text-ink-3">{t('None.')}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-1">
          {cases.map(({ id, createdAt, decision }) => (
            <li key={id}>
              <Link
                to="."
                hash={String(id)}
                activeOptions={{ includeHash: true }}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-small text-ink"
              >
                <span>
                  {decision === null
                    ? t('Not decided yet')
                    : decision.undoneAt === null
                      ? decisionLabel(decision)
                      : t('{decision} (undone)', { decision: decisionLabel(decision) })}
                </span>
                <span className="text-ink-3 tabular-nums">{momentLabel(createdAt)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const messagesAtFirst = 5

function Messages({ messages }: { messages: ModerationRecord['messages'] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? messages : messages.slice(0, messagesAtFirst)
  return (
    <Section title={t('Messages')} lead={t('From the last 90 days, the newest first.')}>
      {messages.length === 0 ? (
        <p className="text-small text-ink-3">{t('None.')}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {shown.map(({ id, text, sentAt, isDeleted }) => (
            <li key={id} className="grid grid-cols-1 gap-0.5 text-small">
              <p className="text-ink-3 tabular-nums">
                {isDeleted ? `${momentLabel(sentAt)} · ${t('No longer shown')}` : momentLabel(sentAt)}
              </p>
              <CaseText text={text} className={isDeleted ? 'text-ink-2' : ''} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < messages.length && (
        <Button className="justify-self-start" onClick={() => setWhole(true)}>
          {t('Show all {count} messages', { count: messages.length })}
        </Button>
      )}
    </Section>
  )
}

function Notes({ notes, userId }: { notes: ModerationRecord['notes']; userId: number }) {
  const [text, setText] = useState('')
  useUnsavedInput(text.trim() !== '')
  const add = useCallMutation(casesCalls.addNote, {
    refetch: [casesCalls.cases],
    onSuccess: () => setText(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate({ params: { userId: String(userId) }, body: { text } })
  }
  return (
    <Section title={t('Notes')} lead={t('Only moderators see them.')}>
      {notes.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {notes.map((note) => (
            <li key={note.id} className="grid grid-cols-1 gap-0.5 text-small">
              <p className="wrap-anywhere text-ink-3">
                {`${note.by?.name ?? t('Former member')} · ${momentLabel(note.createdAt)}`}
              </p>
              <CaseText text={note.text} />
            </li>
          ))}
        </ul>
      )}
      <form className="grid grid-cols-1 gap-3" onSubmit={submit}>
        {add.isError && (
          <FormError>{objectionOf(add.error, t('The note wasn’t saved. Please try again.'))}</FormError>
        )}
        <Field label={t('A new note')} limit={{ chars: text.trim().length, max: noteMaxChars }}>
          <Textarea rows={2} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        <Button
          type="submit"
          className="justify-self-start"
          busy={add.isPending}
          disabled={text.trim() === '' || text.trim().length > noteMaxChars}
        >
          {t('Add the note')}
        </Button>
      </form>
    </Section>
  )
}
