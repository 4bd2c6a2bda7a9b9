// A sitting in a hall: its scene or video, the words over it, the bell, and the screen that stays on.
import { useCallback, useEffect, useState, type CSSProperties } from 'react'
import type { HallContent } from '#features/halls/web/use-hall.ts'
import { SittingScene } from '#features/meditation/web/scene/sitting-scene.tsx'
import type { Block } from '#features/sittings/silence.ts'
import { SilenceSound } from '#features/sittings/web/components/silence-sound.tsx'
import { pageBell, useBell } from '#features/sittings/web/data/bell.ts'
import { refusedSentences } from '#features/sittings/web/data/refused-sentences.ts'
import { isGroupPlaying } from '#features/sittings/web/data/sitting-state.ts'
import { useBlockKind } from '#features/sittings/web/hooks/use-block-words.ts'
import { usePhase, type PagePhase } from '#features/sittings/web/hooks/use-phase.ts'
import {
  allowBell,
  usePressPermissions,
  type Refusable,
} from '#features/sittings/web/hooks/use-press-permissions.ts'
import { t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { logFailure } from '#web/log.ts'
import { usePageTitle } from '#web/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { sceneHorizon } from '#web/ui/dawn-scene.tsx'
import { HallVideo } from './hall-video.tsx'
import { HallWords } from './hall-words.tsx'

interface HallOfSittingProps {
  hall: HallContent
  /** The last read failed. */
  isOffline: boolean
}

export function HallOfSitting({ hall, isOffline }: HallOfSittingProps) {
  const { sitting, title, kind, blocks, bellBy, present, people } = hall
  usePageTitle(title)
  const phase = usePhase(sitting)
  const { isBegun, begin, refused } = useBeginning()
  const isRinger = useBell(bellBy === 'teacher' ? null : sitting, isBegun)
  const { isPlaying, onVideoOver } = useVideo(hall, phase, isBegun)
  const words = <HallWords {...{ hall, phase, isBegun }} onBegin={begin} />
  const scene = <Scene {...{ sitting, phase, kind, blocks }} count={present + people} hasWords={!isPlaying} />
  return (
    // The scrims behind its words end at the horizon.
    <main className="hall" style={{ '--horizon': `${sceneHorizon * 100}%` } as CSSProperties}>
      {kind === 'video' ? (
        <HallVideo {...{ hall, phase, isBegun, isPlaying, onVideoOver, scene, words }} />
      ) : (
        // Receives the focus when the button that had it unmounts.
        <section aria-label={title} tabIndex={-1} className="hall-stage">
          {scene}
          {words}
        </section>
      )}
      {blocks !== null && isBegun && (
        <SilenceSound
          {...{ sitting, blocks, title, isSeated: true, isOnOwn: false, isRinger }}
          // A hall has no pace of its own.
          setOnOwn={stay}
        />
      )}
      {!isPlaying && <Tools {...{ isOffline, isBegun, refused }} />}
    </main>
  )
}

const stay = () => {}

interface SceneProps extends Pick<HallContent, 'sitting' | 'kind' | 'blocks'> {
  phase: PagePhase
  /** Of the lights on the water. */
  count: number
  hasWords: boolean
}

const noBlocks: readonly Block[] = []

/** The room's water with a light for each who sits: a hall knows no faces. */
function Scene({ sitting, phase, kind, blocks, count, hasWords }: SceneProps) {
  const block = useBlockKind(sitting, blocks ?? noBlocks)
  return (
    <SittingScene
      {...{ sitting, block, hasWords }}
      phase={phase.phase}
      isSilence={phase.isSilence}
      isSilent={kind !== 'video'}
      room={{ count, users: [] }}
      memberId={0}
      thanks={0}
    />
  )
}

/** The press that lets the hall be heard: sound, a screen that stays on, and all of it. */
function useBeginning() {
  const { bell } = useCommunity()
  const [isBegun, setBegun] = useState(false)
  const refused = usePressPermissions({ isPressed: isBegun, keepsScreenOn: true })
  useEffect(() => {
    // The community's bell: what this device has chosen for its member is for one person's ears.
    pageBell.set(bell)
    return () => pageBell.set(null)
  }, [bell])
  const begin = useCallback(() => {
    setBegun(true)
    allowBell()
    void fillScreen()
  }, [])
  return { isBegun, begin, refused }
}

/** Whether the group's video plays here now; it may end before its measured length. */
function useVideo({ kind, sitting }: HallContent, phase: PagePhase, isBegun: boolean) {
  const { videoAt } = sitting
  const [overVideoAt, setOverVideoAt] = useState<number | null>(null)
  const onVideoOver = useCallback(() => setOverVideoAt(videoAt), [videoAt])
  const isVideoOver = overVideoAt === videoAt
  const isPlaying = isBegun && isGroupPlaying({ ...phase, isVideoOver, hasVideo: kind === 'video' })
  return { isPlaying, onVideoOver }
}

async function fillScreen(): Promise<void> {
  try {
    if (document.fullscreenEnabled && !document.fullscreenElement)
      await document.documentElement.requestFullscreen()
  } catch (error) {
    logFailure('Full screen could not be opened.', error)
  }
}

interface ToolsProps {
  isOffline: boolean
  isBegun: boolean
  refused: readonly Refusable[]
}

/** For who stands at the machine. */
function Tools({ isOffline, isBegun, refused }: ToolsProps) {
  const isFull = useIsFullScreen()
  return (
    <div className="hall-tools">
      <div role="status">
        {isOffline && <p>{t('You’re offline. We’ll continue when the connection is back.')}</p>}
        {refused.map((what) => (
          <p key={what}>{refusedSentences[what]}</p>
        ))}
      </div>
      {isBegun && !isFull && document.fullscreenEnabled && (
        <Button variant="media" size="sm" onClick={() => void fillScreen()}>
          {t('Full screen')}
        </Button>
      )}
    </div>
  )
}

function useIsFullScreen(): boolean {
  const [isFull, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  return isFull
}
