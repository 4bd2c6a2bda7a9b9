// /settings: the member's profile, which new members complete here, the account, and the theme.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { authCalls, type Account, type Identity } from '#features/auth/contract.ts'
import { EmailStatus, PendingEmail, ResendVerification } from '#features/auth/web/components/email-state.tsx'
import { PasswordProof } from '#features/auth/web/components/password-proof.tsx'
import { useSession, useUser } from '#features/auth/web/hooks/use-user.ts'
import { useVerificationMail } from '#features/auth/web/hooks/use-verification-mail.ts'
import { ProfileForm } from '#features/profile/web/components/profile-form.tsx'
import { firstName } from '#shared/first-name.ts'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { usePageTitle } from '#web/page-title.ts'
import { LogoRosette } from '#web/ui/rosette.tsx'
import { Section } from '#web/ui/section.tsx'
import { queryKeyOf } from '#web/use-call.ts'
import { useHasRoomBeside } from '#web/use-media-query.ts'
import { consumeReturnPath } from '../return-path.ts'
import { useVerificationParam } from '../search-params.ts'
import type { SettingsLinkResultProps } from './settings-link-result.tsx'

/** Requires a signed-in visitor (PROF-01). */
export function SettingsScreen() {
  const { user, identity } = useUser()
  if (!user) return null
  return <Settings user={user} identity={identity} />
}

function Settings({ user, identity }: { user: Account; identity: Identity }) {
  // The address that signs in; that of the profile may be another one (USR-25).
  const { email } = identity
  const isSetup = !user.profileCompleted
  const heading = isSetup ? messages.completeProfile : t('Settings')
  const onSaved = useProfileSaved()
  // Firebase manages the password and the address itself (PROF-25).
  const isFirebase = identity.provider === 'firebase'
  const pendingEmail = isFirebase ? null : user.pendingEmail
  const mail = useVerificationMail(pendingEmail ?? email)
  const isVerified = identity.emailVerified
  usePageTitle(heading)
  return (
    <SettingsLayout isSetup={isSetup} heading={heading}>
      <LinkResultBanner
        email={email}
        isEmailConfirmed={isVerified && pendingEmail === null}
        resend={<ResendVerification mail={mail} />}
      />
      {isSetup && <FirstTimeBanner name={user.name} />}
      <Section
        id="profile"
        fields="beside"
        title={t('Profile Information')}
        {...(!isSetup && { lead: t('How others see you in the room.') })}
      >
        <ProfileForm
          account={user}
          uid={identity.uid}
          signInEmail={email}
          isEmailFixed={isFirebase}
          emailHint={
            pendingEmail === null ? (
              !isSetup && (
                <EmailStatus
                  email={email}
                  profileEmail={user.email}
                  isVerified={isVerified}
                  mail={isFirebase ? null : mail}
                />
              )
            ) : (
              <PendingEmail email={email} pendingEmail={pendingEmail} mail={mail} />
            )
          }
          passwordField={(field) => <PasswordProof {...field} email={email} purpose="change" />}
          onSaved={onSaved}
        />
      </Section>
      {!isSetup && (
        // As high as a screen, so that the footer doesn't move in sight.
        <div className="min-h-dvh">
          <SettingsSections user={user} identity={identity} />
        </div>
      )}
    </SettingsLayout>
  )
}

interface SettingsLayoutProps {
  isSetup: boolean
  heading: string
  children: ReactNode
}

/** With the menu below the heading, or beside all of it where there is room; a new member has none (PROF-31). */
function SettingsLayout({ isSetup, heading, children }: SettingsLayoutProps) {
  const isBeside = useHasRoomBeside() && !isSetup
  return (
    <div
      className="mx-auto flex w-full max-w-240 gap-12 px-4 py-8 md:px-8 md:py-12"
      style={isBeside ? { maxWidth: '75rem' } : undefined}
    >
      {isBeside && (
        <div className="flex-none" style={{ width: '11rem' }}>
          <SettingsMenu isBeside />
        </div>
      )}
      <div className="min-w-0 flex-1">
        <h1 className="serif text-page">{heading}</h1>
        {!isSetup && !isBeside && (
          <div className="mt-4" style={{ minHeight: '3.25rem' }}>
            <SettingsMenu isBeside={false} />
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

/** Its places are kept, so nothing moves when it is loaded. */
const SettingsMenu = lazyPart(async () => (await import('./settings-menu.tsx')).SettingsMenu)

/** Below the first screen, and of no use to a new member. */
const SettingsSections = lazyPart(async () => (await import('./settings-sections.tsx')).SettingsSections)

const SettingsLinkResult = lazyPart(
  async () => (await import('./settings-link-result.tsx')).SettingsLinkResult,
)

/** Loaded only for visitors who followed a verification link, and shown until they leave the screen. */
function LinkResultBanner(props: SettingsLinkResultProps) {
  const isInAddress = useVerificationParam() !== undefined
  const [wasFollowed, setFollowed] = useState(isInAddress)
  if (isInAddress && !wasFollowed) setFollowed(true)
  return wasFollowed && <SettingsLinkResult {...props} />
}

/**
 * Updates the session with the saved account. After the first save it opens the return path, or the meditation
 * (PROF-14).
 */
function useProfileSaved(): (account: Account) => void {
  const session = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (account) => {
    const isFirst = session.state().user?.profileCompleted === false
    session.updateUser(account)
    client.setQueryData(queryKeyOf(authCalls.currentUser, {}, session.state().identity?.uid), account)
    if (isFirst && account.profileCompleted) {
      void navigate({ href: consumeReturnPath() ?? '/meditation' })
    }
  }
}

function FirstTimeBanner({ name }: { name: string }) {
  return (
    <>
      <p className="mt-3 text-lead wrap-anywhere text-ink-2">
        {t('Welcome, {name}. This is how others see you.', { name: firstName(name) })}
      </p>
      <p className="mt-6 flex items-center gap-4 rounded-panel bg-primary-soft px-5 py-4">
        <LogoRosette size={28} />
        <span className="min-w-0">
          {messages.mustSelectPicture} <span className="block text-ink-2">{messages.pictureWasPicked}</span>
        </span>
      </p>
    </>
  )
}
