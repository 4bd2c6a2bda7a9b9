// The call for what everyone sees of the community; a separate file, since every page needs it, but not the others.
import { communitySchema } from '#shared/community.ts'
import { endpoint } from '#shared/endpoint.ts'

export const publicCommunityCalls = {
  /** The community's name, look, zone, joining mode and links; each page brings the response along. */
  community: endpoint({
    method: 'GET',
    path: '/api/community',
    needs: 'public',
    response: communitySchema,
    hasEtag: true,
    limits: [{ per: 'caller', perMinute: 60 }],
  }),
}
