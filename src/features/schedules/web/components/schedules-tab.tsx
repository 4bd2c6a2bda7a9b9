// Schedules tab: which day has which meditation, as an editable list or calendar.
import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import type { Sitting } from '#features/sittings/sitting.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { parseMediaAddress } from '#features/templates/media-address.ts'
import { addDays } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { useToday } from '#web/use-today.ts'
import { schedulesCalls, type Schedule } from '../../contract.ts'
import { copiedDays, nextEmptyDay, type ListOrder } from '../../rules.ts'
import { schedulesPerDay } from '../../slots.ts'
import { useNewSchedules, useSeveralADay } from '../hooks/use-new-schedules.ts'
import type { RenderHost, RenderSitting } from './schedule-dialog.tsx'
import { ScheduleGaps } from './schedule-gaps.tsx'
import { goToScheduleDay, ScheduleList, type RenderMenu, type RenderTurnout } from './schedule-list.tsx'
import { ScheduleWeek } from './schedule-week.tsx'
import { ScheduleClocks } from './start-time.tsx'

const ScheduleDialog = lazyPart(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)
const ScheduleCalendar = lazyPart(
  async () => (await import('./schedule-calendar.tsx')).ScheduleCalendar,
  () => <Skeleton className="min-h-84" />,
)

type View = 'list' | 'calendar'

const views: readonly { value: View; label: string }[] = [
  { value: 'list', label: t('List') },
  { value: 'calendar', label: t('Calendar') },
]
const orders: readonly { value: ListOrder; label: string }[] = [
  { value: 'date', label: t('By date') },
  { value: 'template', label: t('By template') },
]

interface SchedulesTabProps {
  /** The sittings of yesterday to tomorrow. */
  around?: readonly Sitting[] | undefined
  renderSitting: RenderSitting
  /** Who holds a schedule, in its dialog. */
  renderHost?: RenderHost
  renderTurnout?: RenderTurnout
  renderMenu?: RenderMenu
}

export function SchedulesTab({ around = [], renderTurnout, renderMenu, ...ofDialog }: SchedulesTabProps) {
  const today = useToday()
  const query = useCall(schedulesCalls.schedules, {}, { refetchOnFocus: true })
  const { data, refetch } = query
  const [view, setView] = useState<View>('list')
  const [order, setOrder] = useState<ListOrder>('date')
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const reload = async () => {
    const result = await refetch()
    // After a failed reload `data` still holds the previous result.
    return result.isError ? null : (result.data ?? null)
  }
  const { dialog, openNew, openExisting, close } = useScheduleDialog()
  useNewSchedules()
  const severalADay = useSeveralADay()
  return (
    <section aria-label={t('Schedules')} className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 sm:gap-x-3">
        <div className="flex" onPointerEnter={ScheduleCalendar.preload}>
          <Segmented legend={t('View')} options={views} value={view} onChange={setView} />
        </div>
        {view === 'list' && (
          <div className="max-sm:order-1 max-sm:w-full">
            <Segmented legend={t('Order')} options={orders} value={order} onChange={setOrder} />
          </div>
        )}
        <div ref={setToolbar} className="contents" />
        <Button
          ref={addButton}
          variant="primary"
          className="ms-auto max-sm:px-3"
          onClick={() => openNew(data ? (severalADay ? today : nextEmptyDay(data, today)) : null, false)}
        >
          <Plus aria-hidden className="size-5" strokeWidth={1.8} />
          <span className="max-sm:sr-only">{t('Add Schedule')}</span>
        </Button>
      </div>
      <QueryContent
        query={query}
        failed={t('The schedules didn’t load')}
        failedText={t('Nothing is lost.')}
        stale={t('The latest schedules didn’t load')}
        staleText={t('The previous schedule is shown.')}
        loading={t('Loading schedules')}
        skeleton={<ListSkeleton />}
      >
        {(schedules) =>
          view === 'list' ? (
            <>
              {schedules.length > 0 && (
                <ScheduleWeek
                  {...{ schedules, around, today }}
                  onAdd={(day) => openNew(day, true)}
                  onGo={(day) => {
                    flushSync(() => setOrder('date'))
                    goToScheduleDay(day)
                  }}
                />
              )}
              <List {...{ schedules, order, today, renderTurnout, renderMenu }} onEdit={openExisting} />
            </>
          ) : (
            <AdminCalendar
              {...{ schedules, today, toolbar }}
              onOpen={openExisting}
              onAdd={(day) => openNew(day, true)}
              perDayMax={severalADay ? schedulesPerDay : 1}
            />
          )
        }
      </QueryContent>
      {dialog && (
        <ScheduleDialog
          key={dialog.opening}
          open={dialog.isOpen}
          onClose={close}
          schedule={dialog.schedule}
          day={dialog.day}
          takesStart={dialog.takesStart}
          schedules={data ?? []}
          today={today}
          reload={reload}
          {...ofDialog}
          returnFocusTo={addButton}
        />
      )}
    </section>
  )
}

function List(props: ComponentProps<typeof ScheduleList>) {
  const { schedules, today } = props
  return (
    <>
      <ScheduleGaps {...{ schedules, today }} until={addDays(today, copiedDays - 1)} />
      {schedules.length === 0 ? (
        <EmptyState title={t('Nothing is scheduled yet')}>{t('Choose a day and its meditation.')}</EmptyState>
      ) : (
        <>
          <ScheduleClocks schedules={schedules} />
          <ScheduleList {...props} />
        </>
      )}
    </>
  )
}

type CalendarProps = ComponentProps<typeof ScheduleCalendar>

/** The calendar with the templates' thumbnails; without them while they load. */
function AdminCalendar(props: Omit<CalendarProps, 'variant'>) {
  const { schedules, today } = props
  const { data: templates } = useCall(templatesCalls.templates, {}, { refetchOnFocus: true })
  const thumbnails = useMemo(() => {
    const urls = (templates ?? []).map(({ id, ...rest }) => {
      const url = 'thumbnailUrl' in rest ? parseMediaAddress(rest.thumbnailUrl) : null
      return [id, url] as const
    })
    return new Map(urls.filter((entry): entry is [number, string] => entry[1] !== null))
  }, [templates])
  return (
    <ScheduleCalendar
      {...props}
      variant="admin"
      thumbnails={thumbnails}
      renderGaps={(until) => <ScheduleGaps {...{ schedules, today, until }} />}
    />
  )
}

interface DialogState {
  /** Incremented per opening, so that each one starts with fresh state. */
  opening: number
  isOpen: boolean
  /** The schedule to edit; null for a new one. */
  schedule: Schedule | null
  /** The initial date of a new schedule; null while the schedules aren't loaded. */
  day: string | null
  takesStart: boolean
}

function useScheduleDialog() {
  const [dialog, setDialog] = useState<DialogState | null>(null)
  // Each row opens it.
  useEffect(() => ScheduleDialog.preloadInBackground(), [])
  const open = (opened: Pick<DialogState, 'schedule' | 'day' | 'takesStart'>) =>
    setDialog((before) => ({ opening: (before?.opening ?? 0) + 1, isOpen: true, ...opened }))
  return {
    dialog,
    openNew: (day: string | null, takesStart: boolean) => open({ schedule: null, day, takesStart }),
    openExisting: (schedule: Schedule) => open({ schedule, day: null, takesStart: false }),
    close: () => setDialog((now) => now && { ...now, isOpen: false }),
  }
}

function ListSkeleton() {
  return (
    <div className="grid gap-2">
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} className="min-h-20" />
      ))}
    </div>
  )
}
