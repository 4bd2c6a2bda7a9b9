// The scene of a sitting in the room: in the sharing, each thanks lets one of its lights glow once.
import { useEffect, useState, type ComponentProps } from 'react'
import { SittingScene } from '#features/meditation/web/scene/sitting-scene.tsx'
import { thanksServerMessages } from '#features/thanks/contract.ts'
import type { LiveClient } from '#shared/live/live-client.ts'

interface MeditationSceneProps extends Omit<ComponentProps<typeof SittingScene>, 'thanks'> {
  client: LiveClient
}

export function MeditationScene({ client, ...scene }: MeditationSceneProps) {
  const [thanks, setThanks] = useState(0)
  useEffect(() => client.onMessage(thanksServerMessages, ({ count }) => setThanks(count)), [client])
  return <SittingScene {...scene} thanks={thanks} />
}
