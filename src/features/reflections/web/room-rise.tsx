// The room's energy as a drawing: a hairline for each level, and a band that climbs by the room's change. It starts at the
// same line for every room, so that it shows the change alone (PULSE-08).
import { useId, type CSSProperties } from 'react'
import { energyLevelCount } from '#shared/constants.ts'

const lineGap = 7
const lowestLine = 54
const startLine = lowestLine - lineGap
/** From the line where every room starts to the highest. */
const highestRise = energyLevelCount - 2

/** An empty place for null. */
export function RoomRise({ changeTenths }: { changeTenths: number | null }) {
  const bandId = useId()
  const rise = lineGap * Math.min((changeTenths ?? 0) / 10, highestRise)
  return (
    <svg aria-hidden viewBox="0 0 240 58" className="room-rise">
      {changeTenths !== null && (
        <g className="motion-fade">
          <linearGradient id={bandId}>
            <stop offset="0" stopColor="currentColor" stopOpacity="0" />
            <stop offset=".5" stopColor="currentColor" stopOpacity=".95" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
          {Array.from({ length: energyLevelCount }, (_, index) => (
            <path
              key={index}
              d={`M0 ${lowestLine - index * lineGap}H240`}
              stroke="white"
              strokeOpacity=".3"
            />
          ))}
          <path d={`M20 ${startLine}H220`} stroke="currentColor" strokeOpacity=".45" strokeDasharray="2 5" />
          <rect
            y={startLine - lineGap / 2}
            width="240"
            height={lineGap}
            rx={lineGap / 2}
            fill={`url(#${bandId})`}
            className="room-rise-band"
            style={{ '--rise': `${rise}px` } as CSSProperties}
          />
        </g>
      )}
    </svg>
  )
}
