// The queue: open cases, worries and then the oldest first, and decided ones, the newest first (MOD-03).
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronRight, HeartHandshake } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import type { Case } from '../../cases-contract.ts'
import {
  caseMemberName,
  decisionLabel,
  isWorrying,
  momentLabel,
  reasonsLabel,
  reportsLabel,
  waitingLabel,
} from '../case-labels.ts'
import { useDecidedCases, useOpenCases } from '../hooks/use-cases.ts'
import { useTakenBy } from '../hooks/use-claim.ts'
import { useWaitedMs } from '../hooks/use-waited-ms.ts'
import { CaseText, messageState, Tag } from './case-message.tsx'
import { UndoButton } from './undo-button.tsx'

type State = 'open' | 'decided'

export function CaseList({ moderatorId }: { moderatorId: number }) {
  const [state, setState] = useState<State>('open')
  const open = useOpenCases()
  const openCount = open.data?.cases.length
  return (
    <section aria-label={t('Cases')} className="grid grid-cols-1 content-start gap-5">
      <div>
        <Segmented
          legend={t('Cases')}
          options={[
            { value: 'open', label: openCount ? t('Open ({count})', { count: openCount }) : t('Open') },
            { value: 'decided', label: t('Decided') },
          ]}
          value={state}
          onChange={setState}
        />
      </div>
      {state === 'open' ? (
        <Cases query={open} empty={<NothingWaits />}>
          {(each) => <OpenCase key={each.id} case={each} moderatorId={moderatorId} />}
        </Cases>
      ) : (
        <DecidedCases />
      )}
    </section>
  )
}

function DecidedCases() {
  return (
    <Cases query={useDecidedCases()} empty={<EmptyState title={t('No decisions yet')} />}>
      {(each) => <DecidedCase key={each.id} case={each} />}
    </Cases>
  )
}

function NothingWaits() {
  return (
    <EmptyState title={t('Nothing is waiting')}>
      {t('When a member reports a message, it appears here at once.')}
    </EmptyState>
  )
}

interface CasesProps {
  query: ReturnType<typeof useOpenCases>
  empty: React.ReactNode
  children: (each: Case) => React.ReactNode
}

function Cases({ query, empty, children }: CasesProps) {
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  return (
    <div ref={container} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
      <QueryContent
        query={query}
        failed={t('The cases didn’t load')}
        failedText={t('Nothing is lost.')}
        stale={t('The latest cases didn’t load')}
        staleText={t('The previous cases are shown.')}
        loading={t('Loading the cases')}
        skeleton={[0, 1].map((row) => (
          <Skeleton key={row} className="h-40" />
        ))}
      >
        {({ cases }) =>
          cases.length === 0 ? empty : <ul className="grid grid-cols-1 gap-3">{cases.map(children)}</ul>
        }
      </QueryContent>
    </div>
  )
}

function OpenCase({ case: each, moderatorId }: { case: Case; moderatorId: number }) {
  const { reports } = each
  const takenBy = useTakenBy(each, moderatorId)
  return (
    <CaseCard case={each} aside={waitingLabel(useWaitedMs(each.createdAt))}>
      {/* A worry has its own mark. */}
      <p className="text-small text-ink-2">
        {[reasonsLabel(reports.filter(({ reason }) => reason !== 'worrying')), reportsLabel(reports.length)]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      {takenBy !== null && (
        <p className="text-small text-ink-2">{t('{name} is looking at this', { name: takenBy })}</p>
      )}
    </CaseCard>
  )
}

function DecidedCase({ case: each }: { case: Case }) {
  const { decision } = each
  if (decision === null) return null
  return (
    <CaseCard case={each} aside={momentLabel(decision.decidedAt)} action={<UndoButton case={each} />}>
      <DecisionLine decision={decision} />
    </CaseCard>
  )
}

export function DecisionLine({ decision }: { decision: NonNullable<Case['decision']> }) {
  const { reason, by, undoneAt, undoneBy } = decision
  return (
    <div className="grid gap-0.5 text-small text-ink-2 wrap-anywhere">
      <p>
        <b className="font-strong text-ink">{decisionLabel(decision)}</b>
        <span>{` · ${by?.name ?? t('Former member')}`}</span>
      </p>
      {reason !== null && reason !== '' && <p dir="auto">{reason}</p>}
      {undoneAt !== null && (
        <p>
          {t('Undone by {name}, {when}', {
            name: undoneBy?.name ?? t('Former member'),
            when: momentLabel(undoneAt),
          })}
        </p>
      )}
    </div>
  )
}

interface CaseCardProps {
  case: Case
  aside: string
  action?: React.ReactNode
  children: React.ReactNode
}

/** Pressed anywhere it opens the case; its link is what the keyboard reaches. */
function CaseCard({ case: each, aside, action, children }: CaseCardProps) {
  const { id, member, message } = each
  const name = caseMemberName(each)
  const state = messageState(message)
  const isWorry = each.decision === null && isWorrying(each)
  return (
    <li>
      <article
        aria-label={name}
        className={clsx(
          'relative grid grid-cols-1 gap-2.5 rounded-panel border bg-surface p-4 transition-colors hover:border-line-strong',
          isWorry ? 'border-line-strong' : 'border-line',
        )}
      >
        <header className="flex items-center gap-3">
          <Avatar id={member?.id ?? 0} name={name} src={member?.profilePicture} size={32} />
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
            <Link
              to="."
              hash={String(id)}
              activeOptions={{ includeHash: true }}
              translate="no"
              dir="auto"
              className="min-w-0 font-strong wrap-anywhere text-ink no-underline after:absolute after:inset-0 after:rounded-panel"
            >
              {name}
            </Link>
            <span className="text-small text-ink-3 tabular-nums">{aside}</span>
          </div>
          <ChevronRight
            aria-hidden
            className="-me-1 size-5 flex-none text-ink-3 rtl:-scale-x-100"
            strokeWidth={1.8}
          />
        </header>
        {isWorry && (
          <p className="flex items-center gap-2 text-small font-strong">
            <HeartHandshake aria-hidden className="size-4.5 flex-none" strokeWidth={1.8} />
            {t('Someone is worried about this person')}
          </p>
        )}
        {message && <CaseText text={message.text} className="line-clamp-3" />}
        {children}
        {state !== null && (
          <p>
            <Tag>{state}</Tag>
          </p>
        )}
        {action && <div className="relative justify-self-start empty:hidden">{action}</div>}
      </article>
    </li>
  )
}
