// Player stage: what the player is for at the moment, and whether anything may play in it.

/** A video at the member's own pace, the group's, or what lies over the paused video. */
export type PlayerStage = 'own' | 'group' | 'cover' | 'ending'

/** Under a cover and an ending nothing may play. */
export function mayPlay(stage: PlayerStage): boolean {
  return stage === 'own' || stage === 'group'
}
