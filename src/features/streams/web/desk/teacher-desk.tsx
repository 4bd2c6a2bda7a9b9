// The teacher's desk: from here who holds a live sitting is heard and seen, by this browser alone (STREAM-27 to STREAM-30).
import { useEffect, useState, type ReactNode } from 'react'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { formatTimeWithLocal } from '#shared/local-time.ts'
import { isCallError } from '#web/call.ts'
import { pageDays } from '#web/community-days.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { localZone } from '#web/local-zone.ts'
import { usePageTitle } from '#web/page-title.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSky } from '#web/ui/use-sky.ts'
import { useCall } from '#web/use-call.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { useWakeLock } from '#web/use-wake-lock.ts'
import { streamsCalls, type Stream } from '../../contract.ts'
import { DeskClock } from './desk-clock-panel.tsx'
import { DeskControls } from './desk-controls.tsx'
import { DeskFigures } from './desk-figures.tsx'
import { DeskFrame } from './desk-frame.tsx'
import { DeskProblems } from './desk-problems.tsx'
import type { Desk } from './desk.ts'
import { LeaveDesk } from './leave-desk.tsx'
import { useDesk, useDeskLock, useDeskState } from './use-desk.ts'

interface TeacherDeskProps {
  sittingId: number
  /** How many are in the room of a day. */
  renderCount: (day: string) => ReactNode
  /** The link back to the sittings that the teacher holds. */
  link: ReactNode
}

/** A host or the clock may change the sitting meanwhile. */
const pollMs = 5_000

export function TeacherDesk({ sittingId, renderCount, link }: TeacherDeskProps) {
  const query = useCall(
    streamsCalls.stream,
    { params: { id: String(sittingId) } },
    { uncached: true, refetchOnFocus: true, pollMs },
  )
  const status = isCallError(query.error) ? query.error.status : null
  const isMissing = status === 404 || (query.data !== undefined && query.data.place !== 'here')
  if (isMissing || (status === 403 && query.data === undefined))
    return (
      <EmptyState
        as="h1"
        title={isMissing ? t('No sitting to teach here') : t('You don’t hold this sitting')}
        action={link}
      >
        {isMissing
          ? t('It isn’t a live sitting of this page, or it no longer takes place.')
          : t('Only who holds a live sitting, and moderators, speak in it.')}
      </EmptyState>
    )
  return (
    <div className="mx-auto w-full max-w-260 px-4 py-6 md:px-8 md:py-10">
      <QueryContent
        query={query}
        failed={t('The desk didn’t load')}
        failedText={t('Nothing is lost.')}
        loading={t('Loading the desk')}
        skeleton={<DeskSkeleton />}
      >
        {(stream) => <OpenDesk {...{ stream, renderCount, link }} onStale={() => void query.refetch()} />}
      </QueryContent>
    </div>
  )
}

function DeskSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="aspect-video w-full max-w-160" />
    </div>
  )
}

interface OpenDeskProps {
  stream: Stream
  renderCount: TeacherDeskProps['renderCount']
  link: ReactNode
  /** Reads the stream again. */
  onStale: () => void
}

function OpenDesk({ stream, ...props }: OpenDeskProps) {
  const { sitting, title, language } = stream
  const desk = useDesk(sitting.id, useSky(sitting.startsAt))
  const isMine = useDeskLock(sitting.id)
  const zones = { community: pageDays().zoneAt(sitting.startsAt), local: localZone() }
  return (
    <>
      <header className="grid gap-1">
        <p className="text-small text-ink-2 tabular-nums">
          {`${capitalize(formatDay(sitting.day))} · ${formatTimeWithLocal(sitting.startsAt, zones)}`}
        </p>
        <h1 dir="auto" lang={contentLang(language)} className="serif text-page wrap-anywhere">
          {title}
        </h1>
      </header>
      {isMine === false ? (
        <p role="alert" className="mt-6 max-w-[60ch]">
          {t('You teach in another tab of this browser. Go on there, or close it to teach here.')}
        </p>
      ) : (
        isMine && <DeskRoom {...props} {...{ stream, desk }} />
      )}
    </>
  )
}

function DeskRoom({ stream, desk, renderCount, link, onStale }: OpenDeskProps & { desk: Desk }) {
  const state = useDeskState(desk)
  const { step, stopReason } = state
  const isSending = step === 'speaking' || step === 'ending'
  const isHidden = useIsHidden()
  usePageTitle(isHidden && isSending ? t('Stay here: they hear you') : t('Teacher’s desk'))
  const [isScreenAwake, setScreenAwake] = useState(true)
  useWakeLock(step !== 'closed', setScreenAwake)
  useEffect(() => {
    if (stopReason !== null) onStale()
  }, [stopReason, onStale])
  const leadMs = state.arrived.leadMs ?? stream.leadMs
  return (
    <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <div className="grid min-w-0 gap-8">
        <DeskClock stream={{ ...stream, leadMs }} state={state} />
        <DeskProblems {...{ stream, state, desk }} />
        <DeskControls {...{ stream, state, desk }} />
        {!isScreenAwake && (
          <p className="text-small text-ink-2">
            {t('Keep this screen on yourself: the browser doesn’t do it here.')}
          </p>
        )}
      </div>
      <div className="grid min-w-0 gap-8 max-lg:max-w-120">
        <DeskFrame state={state} />
        <DeskFigures {...{ stream, state }} count={renderCount(stream.sitting.day)} />
        {!isSending && <div>{link}</div>}
      </div>
      <LeaveDesk desk={desk} isSending={isSending} />
    </div>
  )
}

/** Whether the tab is in the background, where browsers slow a page down. */
function useIsHidden(): boolean {
  useServerNow(never)
  return document.visibilityState === 'hidden'
}

const never = () => null
