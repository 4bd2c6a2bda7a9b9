// One of the messages that moderators wrote to the member, as a card over the screen (MOD-06, MOD-07).
import { useState } from 'react'
import { formatUntil } from '#features/chat/format-until.ts'
import { careTextCalls } from '#features/community/contract.ts'
import { careContacts, emergencySentence } from '#features/community/rules.ts'
import { timestampToMs } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ContactList } from '#web/ui/contact-list.tsx'
import { useCall } from '#web/use-call.ts'
import type { ModerationMessage } from '../member-contract.ts'

interface CardProps {
  message: ModerationMessage
  onAnswer: (() => void) | null
  onSeen: () => void
}

export function ModerationMessageCard({ message, onAnswer, onSeen }: CardProps) {
  const { kind, text, reason, sentence } = message
  const [zone] = useState(displayZone)
  const isThanks = kind === 'thanked'
  return (
    <div className="pointer-events-none fixed inset-x-4 top-[calc(var(--bar)+0.75rem)] z-40 grid justify-items-center">
      <section
        aria-label={t('From the garden angels')}
        className="motion-fade pointer-events-auto grid max-h-[70dvh] w-full max-w-lg gap-3 overflow-y-auto rounded-media border border-line bg-surface p-5 text-start text-ink shadow-media"
      >
        <h2 className="serif text-section">{titleOf(message)}</h2>
        {kind === 'supported' && (
          <p>{t('How are you? If things are hard right now, you don’t have to go through them alone.')}</p>
        )}
        {kind === 'muted' && <p>{muteSentence(message, zone)}</p>}
        {text !== '' && (
          <blockquote
            dir="auto"
            className="max-h-32 overflow-y-auto rounded-panel bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap"
          >
            {text}
          </blockquote>
        )}
        {kind === 'undone' && <p>{undoneSentence(text !== '')}</p>}
        {kind !== 'undone' && reason !== null && <p dir="auto">{reason}</p>}
        {kind !== 'undone' && sentence !== '' && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {sentence}
          </p>
        )}
        {isThanks && <p>{t('Someone has reviewed the message you reported.')}</p>}
        <p className="text-ink-2">{t('— the garden angels')}</p>
        {kind === 'supported' && <PlacesToTurnTo />}
        {!isThanks && (
          <p className="text-small text-ink-3">
            {t(
              'While a sitting is under way, you can answer from this message in the room. Only the garden angels read it.',
            )}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          {!isThanks && onAnswer && <Button onClick={onAnswer}>{t('Write to the garden angels')}</Button>}
          <Button variant="primary" onClick={onSeen}>
            {t('OK')}
          </Button>
        </div>
      </section>
    </div>
  )
}

/** The community's places to turn to (CARE-04). */
function PlacesToTurnTo() {
  const { data, isPending } = useCall(careTextCalls.care, {})
  if (isPending) return null
  return (
    <ContactList contacts={careContacts(data?.resources ?? [])} otherwise={translate(emergencySentence)} />
  )
}

function titleOf({ kind, text }: ModerationMessage): string {
  switch (kind) {
    case 'supported':
      return t('We’re thinking of you')
    case 'removed':
      return t('Your message was removed')
    case 'reminded':
      return text === '' ? t('A reminder') : t('A reminder about your message')
    case 'muted':
      return t('You are muted in the chat')
    case 'thanked':
      return t('Thank you, someone has reviewed it')
    case 'undone':
      return t('That was undone')
  }
}

function muteSentence({ untilAt }: ModerationMessage, zone: string): string {
  if (untilAt === null) return t('You can write in the chat again.')
  const untilMs = timestampToMs(untilAt)
  const nowMs = serverNow()
  const until = formatUntil(untilMs, { zone, nowMs })
  return untilMs > nowMs
    ? t('You can’t write in the chat {until}. You can still sit, like, thank and ask for help.', {
        until,
      })
    : t('You couldn’t write in the chat {until}. You can write again.', { until })
}

function undoneSentence(isOfMessage: boolean): string {
  return isOfMessage
    ? t('The decision about your message was undone. It is back in its place.')
    : t('The decision was undone. You can write in the chat again.')
}
