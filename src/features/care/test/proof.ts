// By hand, a second time: what the contract of care declares, and where its members’ data is.
import { getWithUserId, otherUserId } from '#test/gates/matrix/sample-requests.ts'
import { members, type Proof } from '#test/gates/proof.ts'
import { request } from '#test/request.ts'

export const proof: Proof = {
  calls: {
    'GET /api/mood/care': {
      responses: members('200', { O: '400 invalid' }),
      fields: 'isOffered',
      isSilent: true,
      request: getWithUserId('/api/mood/care'),
    },
    'PUT /api/mood/care': {
      responses: members('200', { O: '400 invalid' }),
      fields: 'isOffered',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      isSilent: true,
      request: (input) => ({ body: { isOffered: true, ...otherUserId(input) } }),
    },
  },
  memberData: {
    exported: { care_choices: { at: ['energy.care'], left: 'userId', why: 'the caller' } },
    insertCanary: async (app, { canary }) => {
      await request(app, 'PUT /api/mood/care', { as: canary, body: { isOffered: true } })
    },
  },
}
