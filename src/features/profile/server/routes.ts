// The handlers of the own profile and of the stock pictures.
import { proveEmailChange, type ProveAgain } from '#features/auth/server/service.ts'
import { orderOf } from '#features/users/server/service.ts'
import { routes, type Routes } from '#server/http.ts'
import { made } from '#server/http-answer.ts'
import { refuse } from '#server/refusal.ts'
import { picturesCalls, profileCalls } from '../contract.ts'
import { add, fileInDataUrl, makeStockPicture, remove, update } from './managed-pictures.ts'
import type { PictureMaker } from './picture-maker.ts'
import { makeOwnPicture, savePicture, saveProfile, wishedPicture } from './save-profile.ts'
import { activePictures } from './sql.ts'
import { managedPictures } from './sql-managed-pictures.ts'

/**
 * Joins the calls to their handlers; `pictures` makes what is shown out of what is sent, and `proveAgain` is the identity
 * provider's part.
 */
export function createProfileRoutes(pictures: PictureMaker, proveAgain: ProveAgain): Routes {
  return routes(profileCalls, {
    saveProfile: async (context, { body }) => {
      const { session, user } = context.caller
      context.ownOnly(body.firebaseUid === session.uid)
      if (!user) throw refuse('user_not_registered')
      const { name, email, proof = {} } = body
      const emailProof = await proveEmailChange(context, user, { email, proof, proveAgain })
      const picture = await wishedPicture(context, pictures, body.profilePicture)
      return saveProfile(context, user, { name, email, emailProof, picture })
    },
    savePicture: async (context, { body }) => {
      const { user } = context.caller
      if (!user) throw refuse('user_not_registered')
      return savePicture(context, user, await makeOwnPicture(pictures, Buffer.from(body)))
    },
    stockPictures: ({ database }) => activePictures(database.query),
  })
}

/** The stock pictures as administrators manage them. */
export function createPicturesRoutes(pictures: PictureMaker): Routes {
  return routes(picturesCalls, {
    managedPictures: ({ database }) => managedPictures(database.query),
    addPicture: async (context, { body: { name, imageData, isActive } }) => {
      // Made beforehand: no transaction waits for a decoder.
      const picture = await makeStockPicture(pictures, fileInDataUrl(imageData))
      const wish = { name, isActive, made: picture }
      return made(await context.once((tx) => add(tx, orderOf(context), wish)))
    },
    uploadPicture: async (context, { query: { name }, body }) => {
      const wish = { name, isActive: true, made: await makeStockPicture(pictures, Buffer.from(body)) }
      return made(await context.once((tx) => add(tx, orderOf(context), wish)))
    },
    updatePicture: (context, { params, body: { name, isActive, version } }) =>
      context.database.transaction((tx) =>
        update(tx, orderOf(context), { id: params.id, name, isActive, version }),
      ),
    deletePicture: async (context, { params }) => {
      await context.database.transaction((tx) => remove(tx, orderOf(context), params.id))
      return { success: true as const }
    },
  })
}
