// By hand, a second time: what the contract of reflections declares, and where its members’ data is.
import { getWithUserId, otherUserId } from '#test/gates/matrix/sample-requests.ts'
import { administrators, members, type Proof } from '#test/gates/proof.ts'
import { request } from '#test/request.ts'

export const proof: Proof = {
  calls: {
    'GET /api/mood/reflection-opt-in': {
      responses: members('200', { O: '400 invalid' }),
      fields: 'isOptedIn pairsMin',
      isSilent: true,
      request: getWithUserId('/api/mood/reflection-opt-in'),
    },
    'PUT /api/mood/reflection-opt-in': {
      responses: members('200', { O: '400 invalid' }),
      fields: 'isOptedIn pairsMin',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      isSilent: true,
      request: (input) => ({ body: { isOptedIn: true, ...otherUserId(input) } }),
    },
    'GET /api/admin/what-helps': {
      responses: administrators('200'),
      fields: `
        hours[].changeTenths hours[].name hours[].pairs hours[].sittings teachers[].changeTenths
        teachers[].name teachers[].pairs teachers[].sittings templates[].changeTenths templates[].name
        templates[].pairs templates[].sittings weekdays[].changeTenths weekdays[].name weekdays[].pairs
        weekdays[].sittings`,
      limits: [{ per: 'caller', max: 30, within: 1 }],
    },
  },
  events: {
    'room-reflection': 'reflection.changeTenths reflection.pairs reflection.sittingId type',
  },
  memberData: {
    exported: { reflection_opt_ins: { at: ['energy'], left: 'userId', why: 'the caller' } },
    renamed: { reflection_opt_ins: { isOptedIn: 'reflectionOptIn' } },
    notExported: { sitting_reflections: 'one number for all members of a sitting' },
    insertCanary: async (app, { canary }) => {
      await request(app, 'PUT /api/mood/reflection-opt-in', { as: canary, body: { isOptedIn: true } })
    },
  },
}
