// The handlers of the own profile and of the stock pictures.
import { routes, type Routes } from '#server/http.ts'
import { refuse } from '#server/refusal.ts'
import { profileCalls } from '../contract.ts'
import type { PictureMaker } from './picture-maker.ts'
import { saveProfile, wishedPicture } from './save-profile.ts'
import { activePictures } from './sql.ts'

/** Joins the calls to their handlers; `pictures` makes what is shown out of what is sent. */
export function createProfileRoutes(pictures: PictureMaker): Routes {
  return routes(profileCalls, {
    saveProfile: async (context, { body }) => {
      const { session, user } = context.caller
      context.ownOnly(body.firebaseUid === session.uid)
      if (!user) throw refuse('user_not_registered')
      const wished = { userId: user.id, address: body.profilePicture }
      const picture = await wishedPicture(context, pictures, wished)
      return saveProfile(context, user, { name: body.name, email: body.email, picture })
    },
    stockPictures: ({ database }) => activePictures(database.query),
  })
}
