// /settings: the member's profile, which new members complete here, the account, and the theme.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId } from 'react'
import { authCalls, type Account, type Identity } from '#features/auth/contract.ts'
import { OwnData } from '#features/account/web/own-data.tsx'
import { AccountAccess } from '#features/auth/web/account-access.tsx'
import { EmailStatus, PendingEmail, ResendVerification } from '#features/auth/web/email-state.tsx'
import { PasswordProof } from '#features/auth/web/password-proof.tsx'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { useSession, useUser } from '#features/auth/web/use-user.ts'
import { useVerificationMail } from '#features/auth/web/use-verification-mail.ts'
import { AccountDetails } from '#features/profile/web/account-details.tsx'
import { ProfileForm } from '#features/profile/web/profile-form.tsx'
import { messages } from '#shared/messages.ts'
import { usePageTitle } from '#web/app-name.ts'
import { useTheme } from '#web/theme.ts'
import { Switch } from '#web/ui/checkbox.tsx'
import { LogoRosette } from '#web/ui/rosette.tsx'
import { queryKeyOf, useCall } from '#web/use-call.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
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
  const { email, isAdmin } = user
  const isSetup = !user.profileCompleted
  const heading = isSetup ? messages.completeProfile : 'Settings'
  const onSaved = useProfileSaved()
  const navigate = useNavigate()
  const session = useSession()
  const signOut = useSignOut()
  // Firebase manages the password and the address itself (PROF-25).
  const isFirebase = identity.provider === 'firebase'
  const pendingEmail = isFirebase ? null : user.pendingEmail
  const mail = useVerificationMail(pendingEmail ?? email)
  const isVerified = identity.emailVerified
  usePageTitle(heading)
  return (
    <div className="mx-auto w-full max-w-[60rem] px-4 py-8 md:px-8 md:py-12">
      <h1 className="serif text-page">{heading}</h1>
      <LinkResultNotice
        email={email}
        isSettled={isVerified && pendingEmail === null}
        resend={<ResendVerification mail={mail} />}
      />
      {isSetup && <FirstTimeBanner />}
      <Section title="Profile Information" lead="How others see you in the room.">
        <ProfileForm
          account={user}
          uid={identity.uid}
          isEmailFixed={isFirebase}
          emailNote={
            pendingEmail === null ? (
              !isSetup && <EmailStatus isVerified={isVerified} mail={isFirebase ? null : mail} />
            ) : (
              <PendingEmail email={email} pendingEmail={pendingEmail} mail={mail} />
            )
          }
          passwordField={(field) => <PasswordProof {...field} email={email} purpose="change it" />}
          onSaved={onSaved}
        />
      </Section>
      {!isSetup && (
        <>
          <Section title="Account" lead="Your place in the community.">
            <div className="grid gap-8">
              <AccountSection uid={identity.uid} isAdmin={isAdmin} />
              <div className="grid gap-5">
                {!isFirebase && <AccountAccess email={email} />}
                <OwnData
                  proof={
                    isFirebase
                      ? { onSignOut: () => void signOut() }
                      : {
                          renderPasswordField: (field) => (
                            <PasswordProof {...field} email={email} purpose="delete" />
                          ),
                        }
                  }
                  onDeleted={() => session.exitDeletedAccount(() => navigate({ to: '/goodbye' }))}
                />
              </div>
            </div>
          </Section>
          <Section
            title="Bell"
            lead="It rings at the beginning and the end of a sitting. Saved on this device."
          >
            <BellRow />
          </Section>
          <Section
            title="Room Energy"
            lead="After a sitting the room can see how everyone changed on average. Nobody sees your levels."
          >
            <CountingRow />
          </Section>
          <Section title="Care" lead="For you alone, after a sitting that left you low.">
            <CareRow />
          </Section>
          <Section
            title="Sit Quietly"
            lead="You are counted in the room, but your name and picture are in no list."
          >
            <QuietRow user={user} />
          </Section>
          <Section title="Theme Settings" lead="Saved on this device.">
            <DarkModeSwitch />
          </Section>
        </>
      )}
    </div>
  )
}

const loadBellSetting = async () => (await import('#features/sittings/web/bell-choice.tsx')).BellSetting

function BellRow() {
  const [BellSetting, load] = useLazyImport(loadBellSetting)
  useEffect(load, [load])
  return <div className="min-h-12">{BellSetting && <BellSetting />}</div>
}

const loadCountingSetting = async () =>
  (await import('#features/energy/web/counting-setting.tsx')).CountingSetting

function CountingRow() {
  const [CountingSetting, load] = useLazyImport(loadCountingSetting)
  useEffect(load, [load])
  return <div className="min-h-12">{CountingSetting && <CountingSetting />}</div>
}

const loadCareSetting = async () => (await import('#features/energy/web/care-setting.tsx')).CareSetting

function CareRow() {
  const [CareSetting, load] = useLazyImport(loadCareSetting)
  useEffect(load, [load])
  return <div className="min-h-12">{CareSetting && <CareSetting />}</div>
}

const loadQuietSetting = async () => (await import('#features/profile/web/quiet-choice.tsx')).QuietSetting

function QuietRow({ user }: { user: Account }) {
  const session = useSession()
  const [QuietSetting, load] = useLazyImport(loadQuietSetting)
  useEffect(load, [load])
  return (
    <div className="min-h-12">
      {QuietSetting && <QuietSetting sitsQuietly={user.sitsQuietly} onSaved={session.updateUser} />}
    </div>
  )
}

const loadLinkResult = async () => (await import('./settings-link-result.tsx')).SettingsLinkResult

/** Loaded only for visitors who followed a verification link. */
function LinkResultNotice(props: SettingsLinkResultProps) {
  const wasFollowed = useVerificationParam() !== undefined
  const [FollowedLink, load] = useLazyImport(loadLinkResult)
  useEffect(() => {
    if (wasFollowed) load()
  }, [load, wasFollowed])
  return FollowedLink && <FollowedLink {...props} />
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

function FirstTimeBanner() {
  return (
    <p className="mt-6 flex items-center gap-4 rounded-panel bg-primary-soft px-5 py-4">
      <LogoRosette size={28} />
      <span className="min-w-0">
        {messages.mustSelectPicture} <span className="block text-ink-2">{messages.pictureWasPicked}</span>
      </span>
    </p>
  )
}

function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="mt-8 grid gap-x-12 gap-y-5 border-t border-line pt-8 md:mt-10 md:grid-cols-[15rem_minmax(0,1fr)] md:pt-10"
    >
      <div className="grid content-start gap-1.5">
        <h2 id={id} className="serif text-section">
          {title}
        </h2>
        <p className="text-small text-ink-3">{lead}</p>
      </div>
      {children}
    </section>
  )
}

function AccountSection({ uid, isAdmin }: { uid: string; isAdmin: boolean }) {
  const { data, isError } = useCall(authCalls.currentUser, {}, { cachedBy: uid })
  return <AccountDetails createdAt={isError ? null : data?.createdAt} isAdmin={isAdmin} />
}

function DarkModeSwitch() {
  const { theme, setTheme } = useTheme()
  return (
    <Switch
      label="Dark mode"
      checked={theme === 'dark'}
      onChange={(event) => setTheme(event.target.checked ? 'dark' : 'light')}
    />
  )
}
