// The scene of a sitting in the room: in the sharing, each thanks lets one of its lights glow once.
import { useEffect, useState, type ComponentProps } from 'react'
import { SittingScene } from '#features/meditation/web/scene/sitting-scene.tsx'
import type { Block } from '#features/sittings/silence.ts'
import { useBlockKind } from '#features/sittings/web/hooks/use-block-words.ts'
import { thanksServerMessages } from '#features/thanks/contract.ts'
import type { LiveClient } from '#shared/live/live-client.ts'

interface MeditationSceneProps extends Omit<ComponentProps<typeof SittingScene>, 'thanks' | 'block'> {
  client: LiveClient
  /** Of a silence that is sat in place of a video; null for a video, and for a live sitting. */
  blocks: readonly Block[] | null
}

const noBlocks: readonly Block[] = []

export function MeditationScene({ client, blocks, ...scene }: MeditationSceneProps) {
  const block = useBlockKind(scene.sitting, blocks ?? noBlocks)
  const [thanks, setThanks] = useState(0)
  useEffect(() => client.onMessage(thanksServerMessages, ({ count }) => setThanks(count)), [client])
  const { isSilent, isSilence, phase } = scene
  // Until a teacher's picture covers it, and while everyone is elsewhere, the scene is as dim as in a silence.
  const isUnplayed = isSilence || (isSilent && blocks === null && phase === 'meditation')
  return <SittingScene {...scene} {...{ thanks, block }} isSilence={isUnplayed} />
}
