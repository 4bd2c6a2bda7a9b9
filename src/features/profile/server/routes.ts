// Profile and stock picture routes.
import { authErrors } from '#features/auth/errors.ts'
import { toAccount } from '#features/auth/rules.ts'
import { reauthenticateEmailChange, type Reauthenticate } from '#features/auth/server/service.ts'
import { adminContextOf } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { success } from '#shared/endpoint.ts'
import { picturesCalls, profileCalls } from '../contract.ts'
import { chooseLanguage } from './choose-language.ts'
import { chooseUnlisted } from './choose-unlisted.ts'
import {
  addManagedPicture,
  requireFileInDataUrl,
  processStockPicture,
  deleteManagedPicture,
  updateManagedPicture,
} from './managed-pictures.ts'
import type { PictureWorkerPool } from './picture-worker-pool.ts'
import { processOwnPicture, savePicture, saveProfile, resolveRequestedPicture } from './save-profile.ts'
import { listActivePictures, listManagedPictures } from './sql.ts'

/**
 * Creates the profile routes; `pictures` processes uploads, `reauthenticate` is the identity provider's
 * reauthentication.
 */
export function createProfileRoutes(pictures: PictureWorkerPool, reauthenticate: Reauthenticate): Routes {
  return defineRoutes(profileCalls, {
    saveProfile: async (context, { body }) => {
      const { session, user } = context.caller
      context.assertOwner(body.firebaseUid === session.uid)
      if (!user) throw appError(authErrors.user_not_registered)
      const { name, email, proof = {} } = body
      const emailChangeCheck = await reauthenticateEmailChange(context, user, {
        email,
        proof,
        reauthenticate,
      })
      const picture = await resolveRequestedPicture(context, pictures, body.profilePicture)
      const saved = await saveProfile(context, user, { name, email, emailChangeCheck, picture })
      return toAccount(saved, context.community.settings())
    },
    savePicture: async (context, { body }) => {
      const { user } = context.caller
      if (!user) throw appError(authErrors.user_not_registered)
      const saved = await savePicture(context, user, await processOwnPicture(pictures, Buffer.from(body)))
      return toAccount(saved, context.community.settings())
    },
    chooseUnlisted: async (context, { body }) =>
      toAccount(await chooseUnlisted(context, body.isUnlisted), context.community.settings()),
    chooseLanguage: async (context, { body }) =>
      toAccount(await chooseLanguage(context, body.language), context.community.settings()),
    stockPictures: ({ database }) => listActivePictures(database.query),
  })
}

/** Stock picture routes for administrators. */
export function createPicturesRoutes(pictures: PictureWorkerPool): Routes {
  return defineRoutes(picturesCalls, {
    managedPictures: ({ database }) => listManagedPictures(database.query),
    addPicture: async (context, { body: { name, imageData, isActive } }) => {
      // Processed before the transaction, which must not wait for a decoder.
      const processed = await processStockPicture(pictures, requireFileInDataUrl(imageData))
      const input = { name, isActive, processed }
      return created(
        await context.runIdempotent((tx) => addManagedPicture(tx, adminContextOf(context), input)),
      )
    },
    uploadPicture: async (context, { query: { name }, body }) => {
      const input = {
        name,
        isActive: true,
        processed: await processStockPicture(pictures, Buffer.from(body)),
      }
      return created(
        await context.runIdempotent((tx) => addManagedPicture(tx, adminContextOf(context), input)),
      )
    },
    updatePicture: (context, { params, body: { name, isActive, version } }) =>
      context.database.transaction((tx) =>
        updateManagedPicture(tx, adminContextOf(context), { id: params.id, name, isActive, version }),
      ),
    deletePicture: async (context, { params }) => {
      await context.database.transaction((tx) => deleteManagedPicture(tx, adminContextOf(context), params.id))
      return success
    },
  })
}
