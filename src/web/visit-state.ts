// The member's visit on this page: whether it is active, and the day of the joined room.
import { createPageStore } from './page-store.ts'

/**
 * Whether a visit is active, from opening its screen until its video has ended: deferrable prompts wait. Set to false
 * when it ends or the member leaves.
 */
export const {
  get: isVisitActive,
  set: setVisitActive,
  use: useVisitActive,
} = createPageStore('screen', false)

/**
 * The joined day, to which energy entries belong even after midnight (ENERGY-19). Set when the page joins a room; null
 * when it leaves.
 */
export const { get: getJoinedDay, set: setJoinedDay } = createPageStore<string | null>('screen', null)

/** Whether the member has a seat on this screen, from the doors to the end of the sharing. */
export const { get: isSeated, set: setSeated } = createPageStore('screen', false)

/**
 * True from the bell to the end of the silence of a sitting on this screen. While true, the page shows and announces
 * nothing unprompted (PHASE-11).
 */
export const {
  get: isMeditating,
  set: setMeditating,
  subscribe: onMeditatingChange,
} = createPageStore('screen', false)

/** Which places around the picture nothing takes or gives up by itself (LIGHT-01): all, lines below the bar, or none. */
export const { set: setHeldPlaces, use: useHeldPlaces } = createPageStore<'all' | 'lines' | null>(
  'screen',
  null,
)
