// The room's own water: the stage of a sitting whenever its video doesn't play, with the members on it and the bell
// one sees.
import './scene.css'
import './sky-scrim.css'
import { clsx } from 'clsx'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { msToBell, type Phase } from '#features/sittings/phases.ts'
import type { BlockKind } from '#features/sittings/silence.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { isDaylight } from '#shared/scene/sky.ts'
import { breathe } from '#web/easing.ts'
import { serverNow } from '#web/server-clock.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { DawnScene, sceneHorizon } from '#web/ui/dawn-scene.tsx'
import { useSky } from '#web/ui/use-sky.ts'
import { useClockJumps } from '#web/use-clock-jumps.ts'
import { prefersReducedMotion } from '#web/use-media-query.ts'
import { rings, ringWay } from './bell-ring.ts'
import { circlePlaces, type StageSize, type Place } from './circle-places.ts'
import { circleTravel, travelFrames, travelMs, type CircleTravel } from './circle-travel.ts'
import { sceneDim } from './scene-dim.ts'
import { useOnceASecond } from './use-once-a-second.ts'

interface SittingSceneProps {
  sitting: Sitting
  phase: Phase
  /** The silence after the video, or before a teacher's picture. */
  isSilence: boolean
  /** A silence is sat in place of a video. */
  isSilent: boolean
  /** What everyone does in its block; null where none is on. */
  block: BlockKind | null
  room: RoomMembers
  memberId: number
  /** How many have thanked: at each change one light glows. */
  thanks: number
  /** Words lie on its sky, which need the scrim. */
  hasWords: boolean
  /** The words of its ending do, with a scrim of their own. */
  hasEnding?: boolean
}

interface Sitter {
  id: number
  name: string
  profilePicture: string | null
}

interface RoomMembers {
  /** Null while it isn't known. */
  count: number | null
  /** The newest of the listed members. */
  users: readonly Sitter[]
}

/** Decorative: words and counts say the same. Fills its container. */
export function SittingScene(props: SittingSceneProps) {
  const {
    sitting,
    phase,
    isSilence,
    isSilent,
    block,
    room,
    memberId,
    thanks,
    hasWords,
    hasEnding = false,
  } = props
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const stage = useStageSize(container)
  const jumps = useClockJumps()
  const sky = useSky(sitting.startsAt)
  const bellMs = sitting.videoAt - sitting.startsAt
  const isStill = isSilent && phase === 'meditation'
  const hasCircle = isStill || (!isSilence && phase !== 'meditation')
  const circleRoom = useHeldWhile(isStill, room)
  return (
    <div ref={setContainer} aria-hidden className="sitting-scene">
      <DawnScene sky={sky} hasWords={hasWords || hasEnding} className="absolute inset-0 size-full" />
      <div className="scene-dim" style={{ opacity: sceneDim(phase, { isSilence, block, day: sky.day }) }} />
      <div
        className="sky-scrim absolute inset-0"
        data-off={!hasWords || undefined}
        // Until the bell has rung the sun, where it comes from, is left out: a high one isn't there.
        data-sun={(phase !== 'meditation' && phase !== 'sharing' && !isDaylight(sky)) || undefined}
      />
      {/* Behind the faces and their number. */}
      {phase === 'bell' && <BellRings key={jumps} atMs={sitting.startsAt} bellMs={bellMs} isInward={false} />}
      {phase === 'sharing' && <BellRings key={jumps} atMs={sitting.sharingAt} bellMs={bellMs} isInward />}
      {hasCircle && stage && (
        <CircleOnWater
          {...{ stage, memberId, thanks, isStill }}
          room={circleRoom}
          travel={isSilent ? null : circleTravel(sitting, phase)}
        />
      )}
    </div>
  )
}

/** The room as it was when it became still: no light comes or goes in a silence (SEQ-03). */
function useHeldWhile(isStill: boolean, room: RoomMembers): RoomMembers {
  const [held, setHeld] = useState<RoomMembers | null>(null)
  if (isStill && held === null && room.count !== null) setHeld(room)
  if (!isStill && held !== null) setHeld(null)
  return held ?? room
}

function useStageSize(container: HTMLElement | null): StageSize | null {
  const [stage, setStage] = useState<StageSize | null>(null)
  useEffect(() => {
    if (!container) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = container
      if (width > 0 && height > 0) setStage({ width, height, horizon: sceneHorizon })
    })
    observer.observe(container)
    return () => observer.disconnect()
  }, [container])
  return stage
}

interface CircleProps {
  stage: StageSize
  room: RoomMembers
  memberId: number
  thanks: number
  /** Null while it stays on the water. */
  travel: CircleTravel | null
  /** In a silence each member is a light, without a face. */
  isStill: boolean
}

/** Of the circle, from one light that glows to the next: they are far from each other. */
const goldenRatio = 0.618

/** A new member fades in; a change is drawn at most once a second. Unlisted members are plain lights. */
function CircleOnWater({ stage, room, memberId, thanks, travel, isStill }: CircleProps) {
  const circle = useTravel(travel)
  const { count: known, users } = useOnceASecond(room)
  const count = Math.max(known ?? 1, users.length)
  const { faces, lights, more } = circlePlaces(stage, count)
  const own = users.filter(({ id }) => id === memberId)
  const sitters = [...own, ...users.filter(({ id }) => id !== memberId)]
  // An unlisted viewer still has their place in the middle.
  const shown = own.length === 0 && count > sitters.length ? [undefined, ...sitters] : sitters
  const others = faces.length + lights.length - 1
  // Never the viewer's own light, which is the first.
  const step = Math.max(1, Math.floor(others * goldenRatio))
  const glowing = thanks === 0 || others === 0 ? null : 1 + ((thanks * step) % others)
  return (
    <div ref={circle} className="circle" data-still={isStill || undefined}>
      {faces.map((place, index) => {
        const user = shown[index]
        return user ? (
          <Face
            key={user.id}
            user={user}
            size={place.size}
            style={styleOf(place, stage)}
            isGlowing={index === glowing}
          />
        ) : (
          <span
            key={`light-${index}`}
            className="circle-lamp"
            data-glows={index === glowing || undefined}
            style={styleOf(place, stage)}
          >
            <span />
            <span className="circle-dot" />
          </span>
        )
      })}
      {lights.map((place, index) => (
        <span
          key={index}
          className="circle-light"
          data-glows={faces.length + index === glowing || undefined}
          style={styleOf(place, stage)}
        />
      ))}
      {more && (
        <span className="circle-more" style={pointOf(more, stage)}>
          {`+ ${more.count}`}
        </span>
      )}
    </div>
  )
}

/** Moves the circle by the room clock: a page that paints late is in the right place. */
function useTravel(travel: CircleTravel | null) {
  const circle = useRef<HTMLDivElement>(null)
  const jumps = useClockJumps()
  const [atMs, isSinking] = [travel?.atMs ?? null, travel?.isSinking ?? false]
  useEffect(() => {
    if (atMs === null) return
    const animation = circle.current?.animate(travelFrames(prefersReducedMotion()), {
      duration: travelMs,
      delay: msToBell(atMs, serverNow()),
      direction: isSinking ? 'normal' : 'reverse',
      easing: breathe,
      fill: isSinking ? 'forwards' : 'backwards',
    })
    return () => animation?.cancel()
  }, [atMs, isSinking, jumps])
  return circle
}

interface FaceProps {
  user: Sitter
  /** In pixels. */
  size: number
  style: CSSProperties
  isGlowing: boolean
}

function Face({ user, size, style, isGlowing }: FaceProps) {
  const face = <Avatar id={user.id} name={user.name} src={user.profilePicture} size={Math.round(size)} />
  return (
    <span className="circle-face" data-glows={isGlowing || undefined} style={style}>
      {face}
      <span className="circle-reflection">{face}</span>
      <span className="circle-dot" />
    </span>
  )
}

/** In parts of the stage: while the picture grows, its circle is drawn a frame later. */
const pointOf = ({ x, y }: Pick<Place, 'x' | 'y'>, { width, height }: StageSize): CSSProperties => ({
  left: `${(x / width) * 100}%`,
  top: `${(y / height) * 100}%`,
})

const styleOf = (place: Place, stage: StageSize): CSSProperties => ({
  ...pointOf(place, stage),
  width: place.size,
  height: place.size,
})

/** Drawn by the browser from the room clock: a page that paints late is in the right place. */
function BellRings({ atMs, bellMs, isInward }: { atMs: number; bellMs: number; isInward: boolean }) {
  return (
    <div className={clsx('bell-rings', !isInward && 'behind-word')}>
      <svg viewBox="-1 -1 2 2" className="bell-ring">
        {/* A short bell has no second beat. */}
        {rings
          .filter(({ lateMs }) => lateMs < bellMs)
          .map(({ lateMs, strength }) => (
            <BellRing
              key={lateMs}
              startsAt={atMs + lateMs}
              {...{ totalMs: bellMs - lateMs, strength, isInward }}
            />
          ))}
        {isInward && <ClosingPoint atMs={atMs + bellMs} />}
      </svg>
    </div>
  )
}

/** A point of light where the rings have closed, once they have. */
function ClosingPoint({ atMs }: { atMs: number }) {
  const point = useRef<SVGPathElement>(null)
  useEffect(() => {
    const animation = point.current?.animate(
      [
        { opacity: 0 },
        { opacity: 0.9, offset: pointFadesMs / pointMs },
        { opacity: 0.9, offset: 1 - pointFadesMs / pointMs },
        { opacity: 0 },
      ],
      { duration: pointMs, delay: msToBell(atMs, serverNow()) },
    )
    return () => animation?.cancel()
  }, [atMs])
  // WebKit scales the stroke of a path without length: the point would cover the picture.
  return (
    <path ref={point} className="bell-point" vectorEffect="non-scaling-stroke" d="M0 0h.001" opacity="0" />
  )
}

const pointFadesMs = 500
const pointMs = 2_000

interface BellRingProps {
  startsAt: number
  totalMs: number
  strength: number
  isInward: boolean
}

function BellRing({ startsAt, totalMs, strength, isInward }: BellRingProps) {
  const ring = useRef<SVGGElement>(null)
  useEffect(() => {
    const isReduced = prefersReducedMotion()
    const frames = ringWay({ totalMs, strength, isInward }).map(({ radius, opacity }) => ({
      // Fades in its place.
      transform: `scale(${isReduced ? 0.4 : Math.max(radius, 0.001)})`,
      opacity,
    }))
    const animation = ring.current?.animate(frames, {
      duration: totalMs,
      delay: msToBell(startsAt, serverNow()),
    })
    return () => animation?.cancel()
  }, [startsAt, totalMs, strength, isInward])
  return (
    <g ref={ring} opacity="0">
      {['bell-glow', 'bell-line'].map((name) => (
        <path key={name} className={name} vectorEffect="non-scaling-stroke" d={ringPath} />
      ))}
    </g>
  )
}

/** A half circle in the air, and its flatter image on the water. */
const ringPath = 'M-1 0A1 1 0 0 1 1 0A1 .36 0 0 1 -1 0Z'
