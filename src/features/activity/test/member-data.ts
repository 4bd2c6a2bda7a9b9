// Where tests look for a member's data of activity.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const activityFacts: MemberDataFacts = {
  exported: {
    activities: {
      at: ['activity.aboutMe', 'activity.byMe'],
      left: 'id actorId targetId label',
      why: 'the other member’s data',
    },
  },
  retainedColumns: {
    'activities.actorId': 'an action and a number, without a name',
  },
}
