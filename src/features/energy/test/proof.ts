// By hand, a second time: what the contract of energy declares, and where its members’ data is.
import { getWithUserId, otherUserId } from '#test/gates/matrix/sample-requests.ts'
import { members, type Proof } from '#test/gates/proof.ts'
import { request } from '#test/request.ts'

export const proof: Proof = {
  calls: {
    'POST /api/mood/entry': {
      responses: members('201', { O: '400 invalid' }),
      fields: `
        care.language care.resources[].contact care.resources[].name care.resources[].where care.text
        careCard comment createdAt emotionLevel id isSample moodType notes reflectionOptIn sessionDate
        sittingId userId`,
      limits: [
        { per: 'caller', max: 20, within: 1 },
        { per: 'caller', max: 200, within: 1440 },
      ],
      request: (input) => ({
        body: {
          sessionDate: input.app.calendar.today(),
          emotionLevel: 6,
          moodType: 'pre',
          notes: null,
          comment: 'Calm',
          ...otherUserId(input),
        },
      }),
    },
    'GET /api/mood/analytics': {
      responses: members('200', { O: '400 invalid' }),
      fields: `
        [].comment [].createdAt [].emotionLevel [].id [].isSample [].moodType [].notes [].reflectionOptIn
        [].sessionDate [].sittingId [].userId`,
      request: getWithUserId('/api/mood/analytics'),
    },
  },
  memberData: {
    exported: {
      mood_entries: {
        at: ['energy.entries'],
        left: 'userId notes',
        why: 'the caller; a column that is never filled',
      },
    },
    insertCanary: async (app, { canary }) => {
      await request(app, 'POST /api/mood/entry', {
        as: canary,
        headers: { 'idempotency-key': 'canary-key' },
        body: {
          sessionDate: app.calendar.today(),
          emotionLevel: 6,
          moodType: 'pre',
          notes: null,
          comment: 'canary in the diary',
        },
      })
    },
  },
}
