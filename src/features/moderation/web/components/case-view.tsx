// A case: its message as it was, what was said around it, who reported it, and its member's record (MOD-03, MOD-16).
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import type { Case, casesCalls } from '../../cases-contract.ts'
import type { Moderator } from '../../rules.ts'
import { caseMemberName, momentLabel, reportReasonLabels } from '../case-labels.ts'
import { useCase, useOpenCases } from '../hooks/use-cases.ts'
import { useClaim, useTakenBy } from '../hooks/use-claim.ts'
import { DecisionLine } from './case-list.tsx'
import { CaseText, messageState, Tag } from './case-message.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { MemberRecordView } from './member-record.tsx'
import { UndoButton } from './undo-button.tsx'

type OpenedCase = ResponseOf<typeof casesCalls.caseById>

interface CaseViewProps {
  id: number
  moderator: Moderator
}

export function CaseView({ id, moderator }: CaseViewProps) {
  const query = useCase(id)
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  return (
    <div ref={container} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <Link
        to="."
        hash=""
        activeOptions={{ includeHash: true }}
        className={buttonVariants({ variant: 'subtle', className: '-ms-4.5 justify-self-start' })}
      >
        <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={1.8} />
        {t('All cases')}
      </Link>
      <QueryContent
        query={query}
        failed={t('This case didn’t load')}
        failedText={t('It may no longer exist, or the connection was lost.')}
        stale={t('The latest version of this case didn’t load')}
        staleText={t('An earlier version is shown.')}
        loading={t('Loading the case')}
        skeleton={<CaseSkeleton />}
      >
        {(opened) => <Opened opened={opened} moderator={moderator} container={container} />}
      </QueryContent>
    </div>
  )
}

function CaseSkeleton() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-96" />
      <Skeleton className="h-72" />
    </div>
  )
}

interface OpenedProps {
  opened: OpenedCase
  moderator: Moderator
  container: RefObject<HTMLElement | null>
}

function Opened({ opened, moderator, container }: OpenedProps) {
  const { case: shown, record } = opened
  const takenBy = useTakenBy(shown, moderator.id)
  const isOwn = shown.member?.id === moderator.id && !moderator.isAdmin
  const isOpen = shown.decision === null
  useClaim(shown, isOpen && takenBy === null && !isOwn)
  const [isDeciding, setDeciding] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [shown.id])
  const name = caseMemberName(shown)
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 gap-8">
          <h1 ref={heading} tabIndex={-1} className="serif text-title wrap-anywhere outline-none">
            {shown.message ? t('A message by {name}', { name }) : t('A decision about {name}', { name })}
          </h1>
          {shown.decision && <Decided decision={shown.decision} />}
          <Conversation {...opened} name={name} />
          {shown.reports.length > 0 && <Reports reports={shown.reports} />}
        </div>
        {record && <MemberRecordView key={record.member.id} record={record} caseId={shown.id} />}
      </div>
      <Foot>
        {isOpen ? (
          <Undecided ref={button} {...{ takenBy, isOwn }} onDecide={() => setDeciding(true)} />
        ) : (
          <>
            <UndoButton case={shown} />
            <NextCase after={shown.id} />
          </>
        )}
      </Foot>
      {isDeciding && (
        <DecideDialog
          key={shown.id}
          case={shown}
          record={record}
          onClose={() => setDeciding(false)}
          returnFocusTo={button.current ? button : container}
        />
      )}
    </>
  )
}

/** Within reach of a thumb; on wide screens beside the member's record. */
function Foot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-bg px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] empty:hidden max-sm:*:grow md:mx-0 md:px-0 lg:me-[22.5rem]">
      {children}
    </div>
  )
}

interface UndecidedProps {
  ref: RefObject<HTMLButtonElement | null>
  takenBy: string | null
  isOwn: boolean
  onDecide: () => void
}

function Undecided({ ref, takenBy, isOwn, onDecide }: UndecidedProps) {
  if (takenBy !== null)
    return <InlineBanner>{t('{name} is looking at this', { name: takenBy })}</InlineBanner>
  if (isOwn) return <InlineBanner>{t('It is about you: another moderator decides it.')}</InlineBanner>
  return (
    <Button ref={ref} variant="primary" size="lg" onClick={onDecide}>
      {t('Decide')}
    </Button>
  )
}

/** The first other case that waits; nothing without one. */
function NextCase({ after }: { after: number }) {
  const next = useOpenCases().data?.cases.find(({ id }) => id !== after)
  if (!next) return null
  return (
    <Link
      to="."
      hash={String(next.id)}
      activeOptions={{ includeHash: true }}
      className={buttonVariants({ variant: 'primary' })}
    >
      {t('Next case')}
    </Link>
  )
}

function Conversation({ case: { message }, before, after, name }: OpenedCase & { name: string }) {
  if (message === null) return null
  const state = messageState(message)
  return (
    <Section title={t('What was said')}>
      <ol className="grid grid-cols-1 gap-3">
        {before.map((each, index) => (
          <Spoken key={each.id} spoken={each} previousAt={before[index - 1]?.sentAt ?? null} />
        ))}
        <li className="grid grid-cols-1 gap-1.5 rounded-panel border border-line-strong bg-surface px-4 py-3.5">
          <SpokenBy name={name} sentAt={message.sentAt} origin={before.at(-1)?.sentAt ?? null} />
          <CaseText text={message.text} />
          {state !== null && (
            <p>
              <Tag>{state}</Tag>
            </p>
          )}
        </li>
        {after.map((each, index) => (
          <Spoken key={each.id} spoken={each} previousAt={after[index - 1]?.sentAt ?? message.sentAt} />
        ))}
      </ol>
    </Section>
  )
}

/** `previousAt`: when the line above was sent; on the same day the time alone says when. */
function Spoken({ spoken, previousAt }: { spoken: OpenedCase['before'][number]; previousAt: string | null }) {
  return (
    <li className="grid grid-cols-1 gap-0.5 px-4 text-small text-ink-2">
      <SpokenBy name={spoken.by.name} sentAt={spoken.sentAt} origin={previousAt} />
      <CaseText text={spoken.text} />
      {spoken.isDeleted && <p className="text-ink-3">{t('No longer shown')}</p>}
    </li>
  )
}

interface SpokenByProps {
  name: string
  sentAt: string | null
  origin?: string | null
}

function SpokenBy({ name, sentAt, origin = null }: SpokenByProps) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
      <b translate="no" dir="auto" className="min-w-0 font-strong wrap-anywhere">
        {name}
      </b>
      {sentAt !== null && <span className="text-ink-3 tabular-nums">{momentLabel(sentAt, origin)}</span>}
    </p>
  )
}

function Reports({ reports }: { reports: Case['reports'] }) {
  return (
    <Section title={t('Reports')}>
      <ul className="grid grid-cols-1 gap-4">
        {reports.map(({ id, reporter, reason, note, createdAt }) => (
          <li key={id} className="grid grid-cols-1 gap-0.5 border-s-2 border-line ps-4">
            <SpokenBy name={reporter?.name ?? t('Former member')} sentAt={createdAt} />
            <p>{reportReasonLabels[reason]}</p>
            {note !== '' && <CaseText text={note} className="text-small text-ink-2" />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Decided({ decision }: { decision: NonNullable<Case['decision']> }) {
  return (
    <Section title={t('Decision')}>
      <div className="grid grid-cols-1 gap-2">
        <DecisionLine decision={decision} />
        {decision.sentence !== '' && <CaseText text={decision.sentence} className="text-small" />}
        <p className="text-small text-ink-3">{momentLabel(decision.decidedAt)}</p>
      </div>
    </Section>
  )
}
