// By hand, a second time: what the contract of activity declares, and where its members’ data is.
import { administrators, type Proof } from '#test/gates/proof.ts'

export const proof: Proof = {
  calls: {
    'GET /api/admin/activity': {
      responses: administrators('200'),
      fields: `
        activities[].action activities[].actor.id activities[].actor.name activities[].changes[].after
        activities[].changes[].before activities[].changes[].label activities[].createdAt activities[].id
        activities[].sentence[].memberId activities[].sentence[].role activities[].sentence[].text
        activities[].target.id activities[].target.name activities[].target.type actors[].id actors[].name
        groups[].actions[].action groups[].actions[].label groups[].label groups[].targetType hasMore`,
    },
  },
  memberData: {
    fields: `
      activity.aboutMe[].action activity.aboutMe[].after.* activity.aboutMe[].before.*
      activity.aboutMe[].createdAt activity.aboutMe[].targetType activity.byMe[].action
      activity.byMe[].createdAt activity.byMe[].targetType`,
    exported: {
      activities: {
        at: ['activity.aboutMe', 'activity.byMe'],
        left: 'id actorId targetId label',
        why: 'the other member’s data',
      },
    },
    retainedColumns: { 'activities.actorId': 'an action and a number, without a name' },
  },
}
