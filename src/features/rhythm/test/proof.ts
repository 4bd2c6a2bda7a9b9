// By hand, a second time: what the contract of rhythm declares, and where its members’ data is.
import { getWithUserId, otherUserId } from '#test/gates/matrix/sample-requests.ts'
import { members, type Proof } from '#test/gates/proof.ts'
import { request } from '#test/request.ts'

export const proof: Proof = {
  calls: {
    'GET /api/rhythm': {
      responses: members('200', { O: '400 invalid' }),
      fields: 'days[] choices.daysAWeek choices.hasStreak choices.isShown',
      isSilent: true,
      request: getWithUserId('/api/rhythm'),
    },
    'PUT /api/rhythm': {
      responses: members('200', { O: '400 invalid' }),
      fields: 'daysAWeek hasStreak isShown',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      isSilent: true,
      request: (input) => ({
        body: { daysAWeek: 3, hasStreak: false, isShown: true, ...otherUserId(input) },
      }),
    },
  },
  memberData: {
    fields: 'rhythm.choices.daysAWeek rhythm.choices.hasStreak rhythm.choices.isShown',
    exported: { rhythm_choices: { at: ['rhythm.choices'], left: 'userId', why: 'the caller' } },
    insertCanary: async (app, { canary }) => {
      await request(app, 'PUT /api/rhythm', {
        as: canary,
        body: { daysAWeek: 3, hasStreak: true, isShown: true },
      })
    },
  },
}
