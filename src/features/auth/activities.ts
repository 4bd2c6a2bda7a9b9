// Activity log: edits of members, and changes from outside the app: the shell, ADMIN_EMAILS, the setup link.
import { defineActivities, memberTarget, type ActivityField } from '#features/activity/kinds.ts'

/** The sources of changes outside the app. */
const changeSources = {
  cli: 'command line',
  'admin-emails': 'ADMIN_EMAILS',
  'first-admin-link': 'setup link',
}
type ChangeSource = keyof typeof changeSources

/** The field `way`. */
export const changeSourceField: ActivityField = { values: changeSources }

export const accountActivities = defineActivities({
  target: memberTarget,
  fields: {
    email: { label: 'Email address' },
    isAdmin: { label: 'Administrator' },
    way: changeSourceField,
  },
  kinds: {
    update: {
      verb: 'edited',
      label: 'Edited',
      sentence: ({ after }) =>
        // The actor is the member themselves.
        after?.['way'] === ('first-admin-link' satisfies ChangeSource)
          ? { verb: 'became administrator', target: null, rest: ' by the setup link' }
          : {},
    },
    'end-sessions': { verb: 'signed everyone out', label: 'Everyone signed out' },
    create: { verb: 'created the account of', label: 'Account created' },
    'password-link': { verb: 'created a password link for', label: 'Password link created' },
  },
})

interface AdminRoleChange {
  userId: number
  isAdmin: boolean
  way: ChangeSource
  now: Date
}

/** The entry of a change of the administrator role that no administrator made in the app. */
export function adminRoleActivity({ userId, isAdmin, way, now }: AdminRoleChange) {
  return {
    kind: accountActivities.update,
    // The user who opened the setup link is the actor; otherwise it's the server's operator.
    actorId: way === 'first-admin-link' ? userId : null,
    targetId: userId,
    label: null,
    before: { isAdmin: !isAdmin },
    after: { isAdmin, way },
    createdAt: now,
  }
}
