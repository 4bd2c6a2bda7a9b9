// Hall view: what every screen of a sitting's halls gets. Built from what belongs to no member alone (HALL-02).
import { flatPlays } from '#features/sittings/flat-plays.ts'
import type { StoredSitting } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { contentText } from '#shared/i18n/translations.ts'
import type { Hall, HallSitting } from '../contract.ts'
import type { Together } from '../rules.ts'

/** Frozen: no reader's request can change what the others get. */
export function hallView(
  { sitting, plays, title, titles }: StoredSitting,
  { present, people }: Together,
): Readonly<Hall> {
  const { kind, videoUrl, blocks, bellBy } = flatPlays(plays)
  const { text, language } = contentText(title, titles)
  const media = { kind, videoUrl, blocks, bellBy }
  return Object.freeze({ title: text, language, ...media, sitting: momentsOf(sitting), present, people })
}

function momentsOf(sitting: Sitting): Readonly<HallSitting> {
  const { version, doorsAt, gatherAt, startsAt, videoAt, sharingAt, endsAt } = sitting
  const { mediaSeconds, keepsTempo, cancelled } = sitting
  const moments = { version, doorsAt, gatherAt, startsAt, videoAt, sharingAt, endsAt }
  return Object.freeze({ ...moments, mediaSeconds, keepsTempo, cancelled })
}
