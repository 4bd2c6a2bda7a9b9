// Activity log: edits of members, and changes from outside the app: the shell, ADMIN_EMAILS, the setup link.
import { defineActivities, memberTarget, type ActivityField } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'

/** The sources of changes outside the app. */
const changeSources = {
  cli: message('command line'),
  'admin-emails': message('ADMIN_EMAILS'),
  'first-admin-link': message('setup link'),
}
type ChangeSource = keyof typeof changeSources

/** The field `way`. */
export const changeSourceField: ActivityField = { label: message('Source'), values: changeSources }

export const accountActivities = defineActivities({
  target: memberTarget,
  fields: {
    name: { label: message('Name') },
    email: { label: message('Email address') },
    signInEmail: { label: message('Sign-in address') },
    isAdmin: { label: message('Administrator') },
    mayHost: { label: message('May hold sittings') },
    sessions: { label: message('Sessions') },
    way: changeSourceField,
  },
  kinds: {
    update: {
      label: message('Edited'),
      sentence: (names, { after }) =>
        // The actor is the member themselves.
        after?.['way'] === ('first-admin-link' satisfies ChangeSource)
          ? t('{actor} became administrator by the setup link', names)
          : t('{actor} edited {target}', names),
    },
    'end-sessions': {
      label: message('Everyone signed out'),
      sentence: (names) => t('{actor} signed everyone out', names),
    },
    create: {
      label: message('Account created'),
      sentence: (names) => t('{actor} created the account of {target}', names),
    },
    'password-link': {
      label: message('Password link created'),
      sentence: (names) => t('{actor} created a password link for {target}', names),
    },
    'send-password-link': {
      label: message('Password link sent'),
      sentence: (names) => t('{actor} sent a password link to {target}', names),
    },
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
    before: { isAdmin: !isAdmin },
    after: { isAdmin, way },
    createdAt: now,
  }
}
