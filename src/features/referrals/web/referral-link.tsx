// Referral link panel: the member's code with its copy and share buttons, beside still water.
import { Copy, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { pageCommunity, useCommunity } from '#web/community.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { copyText, shareSheet } from '#web/secure-context.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { DawnScene } from '#web/ui/dawn-scene.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSky } from '#web/ui/use-sky.ts'
import { shareLink } from '../codes.ts'

const joinsBy = {
  open: t('Send the link to someone you’d like to sit with.'),
  invitation: t('New members come by invitation. Your link lets your friends in.'),
  closed: t('No one can join right now. Your link works again once the door opens.'),
} as const

/** `code` is null while loading. */
export function ReferralLink({ code }: { code: string | null }) {
  const link = shareLink(window.location.origin, code ?? '')
  const { share, copy, failedCopies } = useShareLink(link)
  const sky = useSky()
  return (
    <section
      aria-label={t('Your invitation')}
      className="grid grid-cols-1 overflow-hidden rounded-media border border-line bg-surface @min-[40rem]:grid-cols-2"
    >
      <div className="relative min-h-36 @min-[40rem]:order-last">
        <DawnScene sky={sky} className="absolute inset-0 size-full" />
      </div>
      <div className="grid grid-cols-1 content-center gap-6 px-5 py-8 md:px-8 md:py-12">
        <div className="grid grid-cols-1 gap-2">
          <h2 className="text-small font-strong text-ink-2">{t('Your code')}</h2>
          {code === null ? (
            <Skeleton className="h-[1lh] w-3/5 text-page leading-tight" />
          ) : (
            <Code code={code} />
          )}
          <p className="max-w-[44ch] [text-wrap:pretty] text-ink-2">{joinsBy[useCommunity().joining]}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" disabled={code === null} onClick={() => void share()}>
            <Share2 aria-hidden className="size-4.5" strokeWidth={1.8} />
            {t('Share Link')}
          </Button>
          <Button disabled={code === null} onClick={() => void copy()}>
            <Copy aria-hidden className="size-4.5" strokeWidth={1.8} />
            {t('Copy link')}
          </Button>
        </div>
        {failedCopies > 0 && <ManualCopyField link={link} failedCopies={failedCopies} />}
      </div>
    </section>
  )
}

/** Two visual groups, one below the other where there is little room; the selected and copied text has no gap. */
function Code({ code }: { code: string }) {
  const half = code.length / 2
  return (
    <p className="text-page leading-tight tracking-[0.08em] tabular-nums select-all">
      <span className="me-[0.3em]">{code.slice(0, half)}</span>
      <wbr />
      <span>{code.slice(half)}</span>
    </p>
  )
}

/** Takes the focus after every failed copy. */
function ManualCopyField({ link, failedCopies }: { link: string; failedCopies: number }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [failedCopies])
  return (
    <Field
      label={t('Your share link')}
      hint={t('Your browser didn’t let us copy the link. It’s selected, so you can copy it yourself.')}
    >
      <Input ref={field} readOnly value={link} onFocus={(event) => event.target.select()} />
    </Field>
  )
}

interface ShareActions {
  /** Opens the native share sheet; copies the link when there is none or it fails (REF-09). */
  share: () => Promise<void>
  copy: () => Promise<void>
  /** Failed clipboard writes in a row; above 0 the page offers manual copying. */
  failedCopies: number
}

function useShareLink(link: string): ShareActions {
  const [failedCopies, setFailedCopies] = useState(0)
  const copy = async () => {
    const isCopied = await copyText(link)
    setFailedCopies((count) => (isCopied ? 0 : count + 1))
    if (!isCopied) return
    toast(messages.linkCopied)
  }
  const share = async () => {
    if (!(await tryShare(link))) await copy()
  }
  return { share, copy, failedCopies }
}

/** The user closed the sheet, which is a choice too, or it is still open. */
const handledShareErrors: readonly string[] = ['AbortError', 'InvalidStateError']

/** Returns true if the share sheet handled the link. */
async function tryShare(url: string): Promise<boolean> {
  const share = shareSheet()
  if (!share) return false
  try {
    const { name } = pageCommunity()
    await share({ title: name, text: t('Come and sit with me at {community}.', { community: name }), url })
    return true
  } catch (error) {
    if (error instanceof DOMException && handledShareErrors.includes(error.name)) return true
    logFailure('The link could not be shared.', error)
    return false
  }
}
