// The errors whose messages the sign-in screens show, apart from the rest of the catalogue: /auth loads no other.
export const signInErrors = {
  banned: { status: 403, message: 'Your account has been banned.' },
  rate_limited: { status: 429, message: 'That was a little fast. Please wait a moment and try again.' },
  unavailable: { status: 503, message: 'The service is resting for a moment. Please try again shortly.' },
  email_taken: {
    status: 409,
    message: 'An account with this email already exists. Please sign in instead.',
  },
  'invalid-credential': {
    status: 401,
    message: 'Invalid email or password. Please check your credentials and try again.',
  },
  'email-already-in-use': {
    status: 409,
    message: 'An account with this email already exists. Please sign in instead.',
  },
  'invalid-link': {
    status: 400,
    message: 'This link has expired or has already been used. Please request a new one.',
  },
  wrong_account: {
    status: 403,
    message:
      'This link belongs to another account. Please sign in to that account, then confirm the address.',
  },
  'weak-password': { status: 400, message: 'Password is too weak. Please choose a stronger password.' },
} as const
