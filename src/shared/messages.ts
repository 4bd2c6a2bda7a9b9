// Texts of the specification's catalogue that the browser shows, each defined once.
import { profilePictureMaxMb } from './constants.ts'

export const messages = {
  loading: 'Loading...',
  authenticationError: 'Authentication error. Please try again.',
  accessDenied: {
    title: 'Access Denied',
    description: "You don't have permission to access the admin panel.",
  },
  accessDeniedReason: (reason: string) => `Access denied: ${reason}`,
  notFound: '404 Page Not Found',
  welcomeBack: 'Welcome back',
  accountCreated: 'Account created successfully',
  signedOut: 'Signed out successfully',
  signOutFailed: 'Failed to sign out. Please try again.',
  authUnknown: 'An error occurred during authentication',
  googleCancelled: 'Sign-in was cancelled. Please try again.',
  googleFailed: 'Failed to sign in with Google',
  resetNeedsEmail: 'Please enter your email address first',
  resetSent: 'Password reset email sent',
  resetUserNotFound: 'No account found with this email address',
  resetInvalidEmail: 'Please enter a valid email address',
  resetFailed: 'Failed to send password reset email. Please try again.',
  /** True on every day, with or without a meditation. */
  signInLead: 'One guided meditation a day, at the same minute, for everyone.',
  userNotFound: 'No account found with this email. Please sign up first.',
  wrongPassword: 'Incorrect password. Please try again.',
  profileUpdated: {
    title: 'Profile Updated',
    description: 'Your profile has been successfully updated.',
  },
  profileUpdateFailed: {
    title: 'Update Failed',
    description: 'Failed to update profile. Please try again.',
  },
  validationError: {
    title: 'Validation Error',
    description: 'Please check your input and try again.',
  },
  completeProfile: 'Welcome! Complete Your Profile',
  mustSelectPicture:
    'You must select a profile picture before accessing the app. Choose one from our collection or upload your own.',
  pictureWasPicked: 'We picked one for you: keep it, or choose another.',
  noMeditationToday: {
    title: 'No Meditation Today',
    description: "There's no meditation scheduled for today. Check back tomorrow or contact an admin.",
  },
  videoRestricted: 'Video Embedding Restricted',
  cropFailed: { title: 'Error', description: 'Failed to crop image. Please try again.' },
  pictureHint: `JPG, PNG or GIF max ${profilePictureMaxMb}MB`,
  confirmDelete: 'Are you sure you want to delete this message?',
  confirmBan: (user: string) => `Are you sure you want to ban ${user}?`,
  userBanned: 'User Banned',
  banFailed: { title: 'Ban Failed', description: 'Failed to ban user. Please try again.' },
  invalidReferral: (code: string) => `Invalid referral code: ${code}`,
  linkCopied: { title: 'Copied!', description: 'Referral link copied to clipboard.' },
  referralsFailed: { title: 'Error', description: 'Failed to load referral data' },
  unableToLoadReferrals: 'Unable to Load Referrals',
  userLookupFailed: 'User not found',
  noTransactions: 'No transactions yet. Start referring friends to earn points!',
  signInToChat: 'Please sign in to join the chat',
  notSaved: 'Not saved. Try again.',
} as const
