// By hand, a second time: what the contract of history declares.
import { getWithUserId } from '#test/gates/matrix/sample-requests.ts'
import { administrators, members, type Proof } from '#test/gates/proof.ts'

export const proof: Proof = {
  calls: {
    'GET /api/mood/sessions': {
      responses: members('200', { O: '400 invalid' }),
      fields: '[].duration [].sessionDate',
      request: getWithUserId('/api/mood/sessions'),
    },
    'POST /api/mood/sample-data': {
      responses: administrators('201'),
      fields: 'days',
      limits: [{ per: 'caller', max: 6, within: 1 }],
    },
  },
}
