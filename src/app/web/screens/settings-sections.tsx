// The sections that a member has in the settings besides the profile: the account, and the choices.
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { OwnData } from '#features/account/web/own-data.tsx'
import { authCalls, type Account, type Identity } from '#features/auth/contract.ts'
import { AccountAccess } from '#features/auth/web/components/account-access.tsx'
import { PasswordProof } from '#features/auth/web/components/password-proof.tsx'
import { useSignOut } from '#features/auth/web/hooks/use-sign-out.ts'
import { useSession } from '#features/auth/web/hooks/use-user.ts'
import { CalendarSetting } from '#features/calendar-feed/web/calendar-setting.tsx'
import { CareSetting } from '#features/care/web/care-setting.tsx'
import { LightsSetting } from '#features/meditation/web/lights/lights-setting.tsx'
import { PracticeSetting } from '#features/practice/web/practice-setting.tsx'
import { AccountDetails } from '#features/profile/web/components/account-details.tsx'
import { LanguageSetting } from '#features/profile/web/components/language-setting.tsx'
import { UnlistedSetting } from '#features/profile/web/components/unlisted-choice.tsx'
import { ReflectionOptInSetting } from '#features/reflections/web/reflection-opt-in-setting.tsx'
import { BellSetting } from '#features/sittings/web/components/bell-choice.tsx'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useTheme } from '#web/theme.ts'
import { Switch } from '#web/ui/checkbox.tsx'
import { Section } from '#web/ui/section.tsx'
import { useCall } from '#web/use-call.ts'
import { noticesId, onceNamed, remindersId } from './settings-place.ts'

export interface SettingsSectionsProps {
  user: Account
  identity: Identity
}

/** Goes to the section that the address names, once the router has scrolled to the top of its new page. */
function useNamedSection(): void {
  useEffect(() => {
    const anchor = document.getElementById(location.hash.slice(1))
    const frame = requestAnimationFrame(() => {
      anchor?.scrollIntoView()
      anchor?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
}

export function SettingsSections({ user, identity }: SettingsSectionsProps) {
  const session = useSession()
  useNamedSection()
  return (
    <>
      <AccountSection user={user} identity={identity} />
      <div id="practice" tabIndex={-1} className="scroll-mt-(--bar) outline-none">
        <PracticeSetting onSettings={() => void session.refresh()} />
      </div>
      <Section
        id="calendar"
        fields="beside"
        title={t('Calendar')}
        lead={t('The sittings beside everything else you do.')}
      >
        <CalendarSetting />
      </Section>
      <Section
        id="bell"
        fields="beside"
        title={t('Bell')}
        lead={t('It rings at the beginning and the end of a sitting. Saved on this device.')}
      >
        <BellSetting />
      </Section>
      <Section
        id="lights"
        fields="beside"
        title={t('Lights')}
        lead={t(
          'From the bell to the end of a sitting the room goes dark around the picture. Saved on this device.',
        )}
      >
        <LightsSetting />
      </Section>
      <Section
        id="energy"
        fields="beside"
        title={t('Room energy')}
        lead={t(
          'After a sitting the room can see how everyone changed on average. Only you see your levels.',
        )}
      >
        <ReflectionOptInSetting />
      </Section>
      <Section
        id="care"
        fields="beside"
        title={t('Care')}
        lead={t('For you alone, after a sitting that left you low.')}
      >
        <CareSetting />
      </Section>
      <Section
        id="quietly"
        fields="beside"
        title={t('Sit quietly')}
        lead={t('You count toward the number in the room, but no list shows your name or picture.')}
      >
        <UnlistedSetting isUnlisted={user.isUnlisted} onSaved={session.updateUser} />
      </Section>
      <Section
        id="language"
        fields="beside"
        title={t('Language')}
        lead={t('For the pages on all your devices, and for emails, notices and your calendar.')}
      >
        <LanguageSetting
          onSaved={() => {
            // The page reloads in the language, and leads back here.
            history.replaceState(history.state, '', '#language')
            void session.refresh()
          }}
        />
      </Section>
      <Section id="theme" fields="beside" title={t('Theme Settings')} lead={t('Saved on this device.')}>
        <DarkModeSwitch />
      </Section>
      <SettingsNotifications uid={identity.uid} isEmailConfirmed={identity.emailVerified} />
    </>
  )
}

function AccountSection({ user: { isAdmin }, identity }: SettingsSectionsProps) {
  const { email } = identity
  const navigate = useNavigate()
  const session = useSession()
  const signOut = useSignOut()
  // Firebase manages the password itself (PROF-25).
  const isFirebase = identity.provider === 'firebase'
  return (
    <Section id="account" fields="beside" title={t('Account')} lead={t('Your place in the community.')}>
      <div className="grid gap-8">
        <AccountState uid={identity.uid} isAdmin={isAdmin} />
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
  )
}

/** Last on the screen, so nothing moves when it is loaded: at once for who is led there. */
const SettingsNotifications = lazyPart(
  async () => (await import('./settings-notifications.tsx')).SettingsNotifications,
  null,
  { isLater: true },
)
void onceNamed([noticesId, remindersId]).then(SettingsNotifications.preload)

function AccountState({ uid, isAdmin }: { uid: string; isAdmin: boolean }) {
  const { data, isError } = useCall(authCalls.currentUser, {}, { cachedBy: uid })
  return <AccountDetails createdAt={isError ? null : data?.createdAt} isAdmin={isAdmin} />
}

function DarkModeSwitch() {
  const { theme, setTheme } = useTheme()
  return (
    <Switch
      label={t('Dark mode')}
      checked={theme === 'dark'}
      onChange={(event) => setTheme(event.target.checked ? 'dark' : 'light')}
    />
  )
}
