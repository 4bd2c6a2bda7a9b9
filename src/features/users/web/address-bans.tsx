// Address bans in the users tab: the list, a form to add one, and lifting a ban.
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useSettledError } from '#web/use-call.ts'
import { addressBansCalls, type AddressBan } from '../contract.ts'
import { momentLabel } from '../member-labels.ts'
import { AddressBansForm } from './address-bans-form.tsx'
import { LiftAddressBanDialog } from './lift-address-ban-dialog.tsx'

/** Reloads on every opening; keeps the previous list meanwhile and while collapsed. */
export function AddressBans({ isOpen }: { isOpen: boolean }) {
  const query = useCall(addressBansCalls.addressBans, {}, { enabled: isOpen, uncached: true })
  const isFailed = useSettledError(query)
  const { data, isFetching, refetch } = query
  const section = useRef<HTMLElement>(null)
  return (
    <section ref={section} tabIndex={-1} aria-label="Banned addresses" className="grid gap-6 outline-none">
      <p className="max-w-[68ch] text-ink-2">
        A banned address blocks everyone who connects from it, except signed-in administrators. Families and
        retreat centers often share one address, so banning a member is usually enough.
      </p>
      <AddressBansForm />
      {data ? (
        <AddressBanList bans={data} section={section} />
      ) : isFailed ? (
        <ErrorPanel
          title="The banned addresses couldn’t be loaded"
          busy={isFetching}
          onRetry={() => void refetch()}
        >
          The bans are still in effect.
        </ErrorPanel>
      ) : (
        <>
          <p role="status" className="sr-only">
            Loading the banned addresses
          </p>
          <Skeleton className="h-20" />
        </>
      )}
    </section>
  )
}

interface AddressBanListProps {
  bans: readonly AddressBan[]
  /** Takes the focus when the focused element disappears. */
  section: RefObject<HTMLElement | null>
}

function AddressBanList({ bans, section }: AddressBanListProps) {
  const [lifting, setLifting] = useState<AddressBan | null>(null)
  useEffect(() => {
    if (lifting === null && document.activeElement === document.body) section.current?.focus()
    // When the list changes, the focused button may have gone with its row.
  }, [bans, lifting, section])
  return (
    <>
      {bans.length === 0 ? (
        <p className="text-ink-3">No address is banned.</p>
      ) : (
        <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
          {bans.map((ban) => (
            <li key={ban.id} className="flex items-center gap-4 py-3">
              <div className="grid min-w-0 flex-1 gap-0.5">
                <p className="font-strong tabular-nums wrap-anywhere">{ban.ipAddress}</p>
                <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                  {ban.reason}
                </p>
                <p className="text-small wrap-anywhere text-ink-3">{banSummary(ban)}</p>
              </div>
              <Button aria-label={`Lift the ban on ${ban.ipAddress}`} onClick={() => setLifting(ban)}>
                Lift
              </Button>
            </li>
          ))}
        </ul>
      )}
      {lifting && <LiftAddressBanDialog ban={lifting} onClose={() => setLifting(null)} />}
    </>
  )
}

/** 'Banned by Ada Adler on Nov 21, 2026, until Nov 28, 2026, 12:00 PM'. */
function banSummary({ bannedBy, bannedAt, expiresAt }: AddressBan): string {
  const since = `Banned by ${bannedBy.name} on ${momentLabel(bannedAt).day}`
  if (expiresAt === null) return `${since}, until it is lifted`
  const { day, time } = momentLabel(expiresAt)
  return `${since}, until ${day}, ${time}`
}
