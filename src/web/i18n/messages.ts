// Texts of the specification's catalog that the browser shows, each defined once.
import { profilePictureMaxMb } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'

export const messages = {
  loading: t('Loading...'),
  authenticationError: t('Authentication error. Please try again.'),
  accessDenied: {
    title: t('Access Denied'),
    description: t("You don't have permission to access the admin panel."),
  },
  accessDeniedReason: (reason: string) => t('Access denied: {reason}', { reason }),
  notFound: t('404 Page Not Found'),
  welcomeBack: t('Welcome back'),
  accountCreated: t('Account created successfully'),
  signedOut: t('Signed out successfully'),
  signOutFailed: t('Failed to sign out. Please try again.'),
  authUnknown: t('An error occurred during authentication'),
  googleCancelled: t('Sign-in was cancelled. Please try again.'),
  googleFailed: t('Failed to sign in with Google'),
  resetNeedsEmail: t('Please enter your email address first'),
  resetSent: t('Password reset email sent'),
  resetUserNotFound: t('No account found with this email address'),
  resetInvalidEmail: t('Please enter a valid email address'),
  resetFailed: t('Failed to send password reset email. Please try again.'),
  userNotFound: t('No account found with this email. Please sign up first.'),
  wrongPassword: t('Incorrect password. Please try again.'),
  profileUpdated: {
    title: t('Profile Updated'),
    description: t('Your profile has been successfully updated.'),
  },
  profileUpdateFailed: {
    title: t('Update Failed'),
    description: t('Failed to update profile. Please try again.'),
  },
  validationError: {
    title: t('Validation Error'),
    description: t('Please check your input and try again.'),
  },
  completeProfile: t('Welcome! Complete Your Profile'),
  mustSelectPicture: t(
    'You must select a profile picture before accessing the app. Choose one from our collection or upload your own.',
  ),
  pictureWasPicked: t('We picked one for you: keep it, or choose another.'),
  noMeditationToday: {
    title: t('No Meditation Today'),
    description: t("There's no meditation scheduled for today. Check back tomorrow or contact an admin."),
  },
  videoRestricted: t('Video Embedding Restricted'),
  cropFailed: { title: t('Error'), description: t('Failed to crop image. Please try again.') },
  pictureHint: t('JPG, PNG or GIF max {size}MB', { size: profilePictureMaxMb }),
  confirmDelete: t('Are you sure you want to delete this message?'),
  confirmBan: (user: string) => t('Are you sure you want to ban {user}?', { user }),
  userBanned: t('User Banned'),
  banFailed: { title: t('Ban Failed'), description: t('Failed to ban user. Please try again.') },
  invalidReferral: (code: string) => t('Invalid referral code: {code}', { code }),
  linkCopied: { title: t('Copied!'), description: t('Referral link copied to clipboard.') },
  referralsFailed: { title: t('Error'), description: t('Failed to load referral data') },
  unableToLoadReferrals: t('Unable to Load Referrals'),
  userLookupFailed: t('User not found'),
  noTransactions: t('No transactions yet. Start referring friends to earn points!'),
  signInToChat: t('Please sign in to join the chat'),
  notSaved: t('Not saved. Try again.'),
} as const
