// Matrix recipes for the calls about sittings: each host's call about a sitting at the moment it needs.
import { missingId, type CallRecipe, type MatrixRecipes } from '#test/gates/matrix/recipes.ts'
import { withSitting } from '#test/gates/matrix/with-sitting.ts'

const bodies = {
  begin: { inSeconds: 60 },
  delay: { minutes: 5 },
  end: undefined,
  cancel: { note: 'The line is down.' },
  restore: undefined,
}
type Action = keyof typeof bodies

const isOfSchedule = (action: Action) => action === 'begin' || action === 'restore'

const hostCall = (action: Action, inSeconds: number | null): CallRecipe =>
  withSitting(inSeconds, ({ scheduleId, sittingId }) => {
    const id = isOfSchedule(action) ? scheduleId : sittingId
    return { path: `/api/sittings/${id}/${action}`, body: bodies[action] }
  })

const ofNothing =
  (action: Action): CallRecipe =>
  () => ({ path: `/api/sittings/${missingId}/${action}`, body: bodies[action] })

const path = (action: Action) =>
  `POST /api/sittings/${isOfSchedule(action) ? ':scheduleId' : ':id'}/${action}`

export const sittingsRecipes: MatrixRecipes = {
  calls: {
    'GET /api/sittings': () => ({ path: '/api/sittings?from=2026-11-01&to=2026-11-30' }),
    [path('begin')]: hostCall('begin', null),
    [`${path('begin')} while everyone sits`]: hostCall('begin', -30),
    [`${path('begin')} of nothing`]: ofNothing('begin'),
    [path('delay')]: hostCall('delay', 600),
    [`${path('delay')} after its bell`]: hostCall('delay', -30),
    [`${path('delay')} of nothing`]: ofNothing('delay'),
    [path('end')]: hostCall('end', -30),
    [`${path('end')} before its bell`]: hostCall('end', 30),
    [`${path('end')} of nothing`]: ofNothing('end'),
    [path('cancel')]: hostCall('cancel', -30),
    [`${path('cancel')} in its sharing`]: hostCall('cancel', -300),
    [`${path('cancel')} of nothing`]: ofNothing('cancel'),
    [path('restore')]: hostCall('restore', 3_600),
    [`${path('restore')} of nothing`]: ofNothing('restore'),
  },
}
