// Banner above the /auth form: the code of the link that was opened, and its owner (AUTH-27, AUTH-28).
import { useRef, type ReactNode } from 'react'
import { inviteCodeChars, pointsForJoining } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { rich } from '#web/i18n/rich.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { findJoinCodes } from '../codes.ts'
import type { LinkCheck, LinkCode } from './use-link-code.ts'

/** Three lines high from the start, so that no response shifts the form. Renders nothing without a code. */
export function ReferralBanner({ linkCode: { code, check, retry } }: { linkCode: LinkCode }) {
  const banner = useRef<HTMLDivElement>(null)
  useFocusFallback(banner)
  if (code === '') return null
  const isChecking = check.status === 'checking'
  const canRetry = check.status === 'failed' || (isChecking && check.isRetry)
  return (
    <div
      ref={banner}
      tabIndex={-1}
      className="flex min-w-0 items-center gap-4 rounded-field bg-primary-soft px-4 py-3 text-small focus:outline-none"
    >
      <div role="status" className="flex min-h-17 min-w-0 flex-1 flex-col justify-center">
        <BannerText code={code} check={check} />
      </div>
      {canRetry && (
        <Button className="self-start" busy={isChecking} onClick={retry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

function BannerText({ code, check }: { code: string; check: LinkCheck }) {
  switch (check.status) {
    case 'checking':
      return (
        <>
          <TruncatedLine>{rich('Referral code <strong>{code}</strong>', { code, strong })}</TruncatedLine>
          <p className="text-ink-2">{t('Checking whose it is …')}</p>
        </>
      )
    case 'valid':
      if (check.referrerName === null)
        return <p className="font-strong">{t('You have an invitation. Come in.')}</p>
      return (
        <>
          <TruncatedLine>
            {rich('Invited by <strong>{name}</strong>', { name: check.referrerName, strong })}
          </TruncatedLine>
          <p>{t('{points} Quantum Love points for joining.', { points: pointsForJoining })}</p>
          <TruncatedLine>
            <span className="text-ink-2">{t('Referral code {code}', { code })}</span>
          </TruncatedLine>
        </>
      )
    case 'ended':
      return <EndedInvite />
    case 'invalid':
      // An invite that is gone, such as that of someone who refused further mails: it was no referral code.
      if (findJoinCodes(code)[0]?.length === inviteCodeChars) return <EndedInvite />
      return (
        <>
          <TruncatedLine>
            <Strong>{messages.invalidReferral(code)}</Strong>
          </TruncatedLine>
          <p className="text-ink-2">{t('The invitation may be over. You can still join.')}</p>
        </>
      )
    case 'failed':
      return (
        <>
          <TruncatedLine>
            <Strong>{code}</Strong>
          </TruncatedLine>
          <p className="text-ink-2">{t('couldn’t be checked.')}</p>
          {/* Also extends below the button. */}
          <p className="w-max max-w-[calc(100vw-4rem)]">{t('We’ll check it again when you join.')}</p>
        </>
      )
  }
}

function EndedInvite() {
  return (
    <>
      <p className="font-strong">{t('This invitation has been used up or has ended.')}</p>
      <p className="text-ink-2">{t('You can still join.')}</p>
    </>
  )
}

/** A single line, however long a code or name is. */
function TruncatedLine({ children }: { children: ReactNode }) {
  return <p className="truncate">{children}</p>
}

const strong = (text: string) => <Strong>{text}</Strong>

function Strong({ children }: { children: string }) {
  return <span className="font-strong">{children}</span>
}
