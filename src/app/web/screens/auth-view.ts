// The views of /auth: which is shown first, their words, and the form that a visitor chose.
import { useState } from 'react'
import * as z from 'zod/mini'
import { authErrors } from '#features/auth/errors.ts'
import type { AuthMode } from '#features/auth/web/components/auth-form.tsx'
import { t, translate } from '#shared/i18n/t.ts'
import { readFormDraft, writeFormDraft } from '#web/drafts.ts'

export const authViewTexts = {
  signIn: { title: t('Sign In'), heading: t('Sit with us'), lead: null },
  signUp: { title: t('Sign Up'), heading: t('A place for you'), lead: null },
  newPassword: {
    title: t('New password'),
    heading: t('Choose a new password'),
    lead: t('You’ll be signed in here and signed out everywhere else.'),
  },
  deadLink: {
    title: t('New password'),
    heading: t('This link no longer works'),
    lead: translate(authErrors['invalid-link'].message),
  },
  join: {
    title: t('Sign Up'),
    heading: t('A place for you'),
    lead: t('You come in as an administrator. This link is for your address alone.'),
  },
  deadJoin: {
    title: t('Sign Up'),
    heading: t('This link no longer works'),
    lead: t(
      'It works once, within one day, for an address without an account. Do you have one? Then sign in.',
    ),
  },
  undo: {
    title: t('Recover your account'),
    heading: t('Recover your account'),
    lead: t('Choose a new password. This restores your previous email address and signs everyone else out.'),
  },
  deadUndo: {
    title: t('Recover your account'),
    heading: t('This link no longer works'),
    lead: t(
      'It works once, within seven days. If someone else changed your email address, please contact an administrator.',
    ),
  },
} as const

type AuthView = keyof typeof authViewTexts

interface AuthLinks extends Record<'reset' | 'undo' | 'join', string | undefined> {
  /** A visitor with an invitation is new here. */
  isNewcomer: boolean
  /** The code of the link that was opened, or ''. */
  linkText: string
}

/** The view of /auth. `chooseForm` also survives a reload, and a visit to the terms. */
export function useAuthView(links: AuthLinks) {
  const [view, setView] = useState(() => initialView(links))
  const chooseForm = (mode: AuthMode) => {
    setView(mode)
    writeFormDraft(chosenFormDraft, { mode, linkText: links.linkText })
  }
  return { view, setView, chooseForm }
}

const chosenFormDraft = 'auth-chosen'
const chosenFormSchema = z.object({ mode: z.enum(['signIn', 'signUp']), linkText: z.string() })

function initialView({ isNewcomer, linkText, reset, undo, join }: AuthLinks): AuthView {
  if (join !== undefined) return join === '' ? 'deadJoin' : 'join'
  if (undo !== undefined) return undo === '' ? 'deadUndo' : 'undo'
  if (reset === undefined) return readChosenForm(linkText) ?? (isNewcomer ? 'signUp' : 'signIn')
  return reset === '' ? 'deadLink' : 'newPassword'
}

/** The form that was chosen before, unless another link was opened since. */
function readChosenForm(linkText: string): AuthMode | null {
  const chosen = readFormDraft(chosenFormDraft, chosenFormSchema)
  return chosen?.linkText === linkText ? chosen.mode : null
}
