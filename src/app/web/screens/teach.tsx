// /teach/{sitting}: the desk of who holds a live sitting, in a document of its own that may use microphone and camera.
import { Link } from '@tanstack/react-router'
import { roomCalls } from '#features/rooms/contract.ts'
import { TeacherDesk } from '#features/streams/web/desk/teacher-desk.tsx'
import { onlineCountMeditationPollMs } from '#shared/constants.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { sittingOfDesk } from '#shared/paths.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { useCall } from '#web/use-call.ts'
import { useScreenPath } from '../nav-links.tsx'
import { NotFoundScreen } from './not-found.tsx'

/** Requires the mark of who may hold sittings, or a role that moderates. */
export function TeachScreen() {
  const sittingId = sittingOfDesk(useScreenPath())
  if (sittingId === null) return <NotFoundScreen />
  return (
    <TeacherDesk
      key={sittingId}
      sittingId={sittingId}
      renderCount={(day) => <RoomCount day={day} />}
      link={
        <Link to="/hosting" className={buttonVariants({ variant: 'ghost' })}>
          {t('Hold a sitting')}
        </Link>
      }
    />
  )
}

function RoomCount({ day }: { day: string }) {
  const { data } = useCall(
    roomCalls.onlineCountOf,
    { params: { date: day } },
    { uncached: true, pollMs: onlineCountMeditationPollMs },
  )
  return data === undefined ? '–' : formatNumber(data.count)
}
