// The handlers of the own profile and of the stock pictures.
import { routes } from '#server/http.ts'
import { refuse } from '#server/refusal.ts'
import { profileCalls } from '../contract.ts'
import { hashInAddress, isProfileComplete, profileIssues } from '../rules.ts'
import { activePictures, isOffered, updateProfile } from './sql.ts'

export const profileRoutes = routes(profileCalls, {
  saveProfile: async (context, { body }) => {
    const { caller, database } = context
    const { session, user } = caller
    context.ownOnly(body.firebaseUid === session.uid)
    if (!user) throw refuse('user_not_registered')
    const { name, profilePicture } = body
    const hash = hashInAddress(profilePicture)
    const issues = profileIssues(body, user, hash !== null && (await isOffered(database.query, hash)))
    if (issues.length > 0) throw refuse('invalid', { issues })
    const profileCompleted = isProfileComplete({ name, email: user.email, profilePicture })
    const saved = await updateProfile(database.query, user.id, { name, profilePicture, profileCompleted })
    if (!saved) throw refuse('user_not_registered')
    return saved
  },
  stockPictures: ({ database }) => activePictures(database.query),
})
