// Activity log: edits of members, and changes from outside the app: the shell, ADMIN_EMAILS, the setup link.
import { defineActivities, memberTarget, type ActivityField } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'

/** The sources of changes outside the app. */
const changeSources = {
  cli: text('command line'),
  'admin-emails': text('ADMIN_EMAILS'),
  'first-admin-link': text('setup link'),
}
type ChangeSource = keyof typeof changeSources

/** The field `way`. */
export const changeSourceField: ActivityField = { label: text('Way'), values: changeSources }

export const accountActivities = defineActivities({
  target: memberTarget,
  fields: {
    name: { label: text('Name') },
    email: { label: text('Email address') },
    signInEmail: { label: text('Sign-in address') },
    isAdmin: { label: text('Administrator') },
    sessions: { label: text('Sessions') },
    way: changeSourceField,
  },
  kinds: {
    update: {
      label: text('Edited'),
      sentence: (names, { after }) =>
        // The actor is the member themselves.
        after?.['way'] === ('first-admin-link' satisfies ChangeSource)
          ? t('{actor} became administrator by the setup link', names)
          : t('{actor} edited {target}', names),
    },
    'end-sessions': {
      label: text('Everyone signed out'),
      sentence: (names) => t('{actor} signed everyone out', names),
    },
    create: {
      label: text('Account created'),
      sentence: (names) => t('{actor} created the account of {target}', names),
    },
    'password-link': {
      label: text('Password link created'),
      sentence: (names) => t('{actor} created a password link for {target}', names),
    },
    'send-password-link': {
      label: text('Password link sent'),
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
    label: null,
    before: { isAdmin: !isAdmin },
    after: { isAdmin, way },
    createdAt: now,
  }
}
