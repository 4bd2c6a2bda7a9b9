// Invitations in Admin › Users: making one, its link and QR code, how often it was used, and revoking it (COM-06).
import { Copy, QrCode } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { timestampLabel } from '#features/members/member-labels.ts'
import { inviteDaysMost, inviteUsesMost } from '#shared/constants.ts'
import { timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { TextField } from '#web/forms/fields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { copyText } from '#web/secure-context.ts'
import { serverNow } from '#web/server-clock.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { groupInviteCode } from '../codes.ts'
import { invitesCalls, type ListedInvite } from '../contract.ts'

/** `opensPoster`: the newest invitation that works is shown as its poster at once. */
export function InvitesSetting({ opensPoster = false }: { opensPoster?: boolean }) {
  const query = useCall(invitesCalls.invites, {}, { uncached: true })
  const list = useRef<HTMLDivElement>(null)
  /** The id of the one that was just made, whose link comes next. */
  const [made, setMade] = useState<number | null>(null)
  return (
    <Section
      title={t('Invitations')}
      lead={t(
        'A link for several people, to send or to show in a hall. Members’ own links let their friends in, too.',
      )}
    >
      <NewInviteForm onMade={setMade} />
      <div ref={list} tabIndex={-1} role="group" aria-label={t('Invitations')} className="outline-none">
        <QueryContent
          query={query}
          failed={t('The invitations didn’t load')}
          failedText={t('Links that you sent still work.')}
          loading={t('Loading the invitations')}
          skeleton={<Skeleton className="h-20" />}
        >
          {({ invites }) => <InviteList {...{ invites, made, list, opensPoster }} />}
        </QueryContent>
      </div>
    </Section>
  )
}

const initialValues = { uses: '20', days: '14' }

function NewInviteForm({ onMade }: { onMade: (id: number) => void }) {
  const { form, onSubmit, isSaving, failure } = useCallForm(invitesCalls.createInvite, {
    values: initialValues,
    toInput: ({ uses, days }) => ({ body: { uses: Number(uses), days: Number(days) } }),
    refetch: [invitesCalls.invites],
    notSaved: t('The invitation wasn’t made. Please try again.'),
    onSaved: ({ id }) => {
      form.reset()
      onMade(id)
    },
  })
  const number = { form, type: 'number', inputMode: 'numeric', min: 1 } as const
  return (
    <form noValidate aria-label={t('New invitation')} className="grid gap-4" {...{ onSubmit }}>
      {failure && <FormError>{failure.message}</FormError>}
      <div className="grid max-w-md items-start gap-4 sm:grid-cols-2">
        <TextField
          {...number}
          name="uses"
          autoFocus
          label={t('People')}
          hint={t('How many people can join with it.')}
          max={inviteUsesMost}
        />
        <TextField
          {...number}
          name="days"
          label={t('Days')}
          hint={t('How long it works.')}
          max={inviteDaysMost}
        />
      </div>
      <Button type="submit" className="justify-self-start" busy={isSaving}>
        {t('Make an invitation')}
      </Button>
    </form>
  )
}

interface InviteListProps {
  invites: readonly ListedInvite[]
  made: number | null
  opensPoster: boolean
  /** Takes the focus when the focused element disappears. */
  list: RefObject<HTMLElement | null>
}

const InvitePoster = lazyPart(async () => (await import('./invite-poster.tsx')).InvitePoster)

function InviteList({ invites, made, list, opensPoster }: InviteListProps) {
  const [revoking, setRevoking] = useState<ListedInvite | null>(null)
  const [shown, setShown] = useState(() =>
    opensPoster ? (invites.find((invite) => stateOf(invite, serverNow()) === 'open') ?? null) : null,
  )
  const open = invites.filter(({ revokedAt }) => revokedAt === null)
  const focusAfterRevocation = useFocusAfterRemoval(
    open.map(({ id }) => id),
    list,
  )
  if (invites.length === 0) return <p className="text-ink-3">{t('No invitations yet.')}</p>
  return (
    <>
      <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
        {invites.map((invite) => (
          <InviteRow
            key={invite.id}
            invite={invite}
            isMade={invite.id === made}
            onShow={() => {
              InvitePoster.preload()
              setShown(invite)
            }}
            onRevoke={() => setRevoking(invite)}
          />
        ))}
      </ul>
      {shown && <InvitePoster invite={shown} onClose={() => setShown(null)} />}
      {revoking && (
        <RevokeDialog
          invite={revoking}
          onRevoked={() => focusAfterRevocation(revoking.id)}
          onClose={() => setRevoking(null)}
          returnFocusTo={list}
        />
      )}
    </>
  )
}

interface InviteRowProps {
  invite: ListedInvite
  /** Whether it was just made: its link takes the focus. */
  isMade: boolean
  onShow: () => void
  onRevoke: () => void
}

function InviteRow({ invite, isMade, onShow, onRevoke }: InviteRowProps) {
  const { code, url } = invite
  const state = stateOf(invite, serverNow())
  const name = groupInviteCode(code)
  const [isManual, setManual] = useState(false)
  const copy = async () => {
    const isCopied = await copyText(url)
    setManual(!isCopied)
    if (isCopied) toast({ title: t('Link copied') })
  }
  return (
    <li className="grid gap-3 py-4">
      <div className="grid min-w-0 gap-0.5">
        <p className={state === 'open' ? 'font-strong tracking-[0.06em]' : 'tracking-[0.06em] text-ink-3'}>
          {name}
        </p>
        <p className="text-small">{joinedOf(invite)}</p>
        <p className="text-small wrap-anywhere text-ink-3">{summaryOf(invite, state)}</p>
      </div>
      {state === 'open' && (
        <div className="flex flex-wrap gap-3">
          <Button
            size="sm"
            autoFocus={isMade}
            aria-label={t('Copy link: {invitation}', { invitation: name })}
            onClick={() => void copy()}
          >
            <Copy aria-hidden className="size-4" strokeWidth={1.8} />
            {t('Copy link')}
          </Button>
          <Button
            size="sm"
            aria-label={t('Show the QR code of {invitation}', { invitation: name })}
            onPointerEnter={InvitePoster.preload}
            onFocus={InvitePoster.preload}
            onClick={onShow}
          >
            <QrCode aria-hidden className="size-4" strokeWidth={1.8} />
            {t('QR code')}
          </Button>
          <Button
            size="sm"
            variant="subtle"
            aria-label={t('Revoke {invitation}', { invitation: name })}
            onClick={onRevoke}
          >
            {t('Revoke')}
          </Button>
        </div>
      )}
      {isManual && (
        <Field
          label={t('Link')}
          hint={t('Your browser didn’t let us copy it. It’s selected, so you can copy it yourself.')}
        >
          <Input readOnly autoFocus value={url} onFocus={(event) => event.target.select()} />
        </Field>
      )}
    </li>
  )
}

/** '3 of 20 places taken'. */
function joinedOf({ used, uses }: ListedInvite): string {
  return t('{uses, plural, one {{used, number} of # place taken} other {{used, number} of # places taken}}', {
    uses,
    used,
  })
}

type InviteState = 'open' | 'used-up' | 'past' | 'revoked'

function stateOf({ uses, used, expiresAt, revokedAt }: ListedInvite, nowMs: number): InviteState {
  if (revokedAt !== null) return 'revoked'
  if (timestampToMs(expiresAt) <= nowMs) return 'past'
  return used >= uses ? 'used-up' : 'open'
}

/** 'Until Nov 28, 2026, 12:00 PM, made by Ada Adler'. */
function summaryOf({ expiresAt, revokedAt, maker }: ListedInvite, state: InviteState): string {
  const zone = communityZone()
  const moment = (at: string) => {
    const { day, time } = timestampLabel(at, zone)
    return `${day}, ${time}`
  }
  return t(
    '{state, select, open {Until {moment}, made by {maker}} past {Ended {moment}, made by {maker}} revoked {Revoked {moment}, made by {maker}} other {All places are taken, made by {maker}}}',
    {
      state,
      moment: moment(state === 'revoked' ? (revokedAt ?? expiresAt) : expiresAt),
      maker: maker?.name ?? t('a former administrator'),
    },
  )
}

interface RevokeDialogProps {
  invite: ListedInvite
  onRevoked: () => void
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

function RevokeDialog({ invite, onRevoked, onClose, returnFocusTo }: RevokeDialogProps) {
  const revoke = useCallMutation(invitesCalls.revokeInvite, {
    refetch: [invitesCalls.invites],
    onSuccess: () => {
      onRevoked()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('Revoke the invitation {code}?', { code: groupInviteCode(invite.code) })}
      description={t('Its link stops working at once, on posters too. Those who joined with it stay.')}
      confirm={t('Revoke')}
      busy={revoke.isPending}
      failure={
        revoke.error && errorMessageOf(revoke.error, t('The invitation wasn’t revoked. Please try again.'))
      }
      onConfirm={() => {
        if (!revoke.isPending) revoke.mutate({ params: { id: String(invite.id) } })
      }}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  )
}
