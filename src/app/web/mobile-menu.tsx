// The menu of small screens: it unfolds under the bar and holds all that the bar has no room for (SHELL-16).
import { Link, useLocation } from '@tanstack/react-router'
import { LogOut, Menu as MenuIcon, Settings, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Rosette } from '#web/ui/rosette.tsx'
import type { Person } from './account-trigger.tsx'
import { NavLinks } from './nav-links.tsx'

interface MobileMenuProps {
  person: Person
  /** The member when the profile is complete; without one there are no links and no energy button. */
  member: Account | null
  onEnergy: () => void
}

/** Closes by its button, Escape, a press elsewhere, and when the screen changes. */
export function MobileMenu({ person, member, onEnergy }: MobileMenuProps) {
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { area, isOpen, setOpen } = useFolding(button)
  const Icon = isOpen ? X : MenuIcon
  return (
    <div ref={area} className="lg:hidden">
      <button
        ref={button}
        type="button"
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls={panelId}
        className={buttonLook({ className: 'gap-2! pr-1! pl-3!' })}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon aria-hidden className="size-5" strokeWidth={1.8} />
        <Avatar id={person.id} name={person.name} src={person.profilePicture} size={34} />
      </button>
      <div id={panelId} hidden={!isOpen}>
        <div className="motion-fade absolute inset-x-0 top-full max-h-[calc(100dvh-var(--bar))] overflow-y-auto border-b border-line bg-surface px-3 pt-3 pb-5">
          {member && (
            <nav aria-label="Main">
              <NavLinks user={member} stacked />
            </nav>
          )}
          <ul className="mt-2 flex flex-col gap-1 border-t border-line pt-2 first:mt-0 first:border-0">
            {member && (
              <li>
                <EnergyLine
                  onPress={() => {
                    setOpen(false)
                    // The dialog gives the focus back to where it was: not to a line that is folded away.
                    button.current?.focus()
                    onEnergy()
                  }}
                />
              </li>
            )}
            <OwnLines />
          </ul>
        </div>
      </div>
    </div>
  )
}

function useFolding(button: RefObject<HTMLElement | null>) {
  const area = useRef<HTMLDivElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === pathname
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      button.current?.focus()
    }
    const onPressOrFocus = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpenAt(null)
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPressOrFocus)
    document.addEventListener('focusin', onPressOrFocus)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPressOrFocus)
      document.removeEventListener('focusin', onPressOrFocus)
    }
  }, [button, isOpen])
  return { area, isOpen, setOpen: (open: boolean) => setOpenAt(open ? pathname : null) }
}

const line =
  'flex min-h-11 w-full items-center gap-3 rounded-field px-3.5 text-left font-medium text-ink-2 no-underline transition-colors hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink'

function EnergyLine({ onPress }: { onPress: () => void }) {
  return (
    <Line onPress={onPress} icon={<Rosette level={4} size={20} tone="inherit" />}>
      Track energy
    </Line>
  )
}

function OwnLines() {
  const signOut = useSignOut()
  return (
    <>
      <li>
        <Link to="/settings" className={line}>
          <Settings aria-hidden className="size-5" strokeWidth={1.8} />
          Settings
        </Link>
      </li>
      <li>
        <Line
          onPress={() => void signOut()}
          icon={<LogOut aria-hidden className="size-5" strokeWidth={1.8} />}
        >
          Sign Out
        </Line>
      </li>
    </>
  )
}

function Line(props: { onPress: () => void; icon: ReactNode; children: ReactNode }) {
  return (
    <button type="button" className={line} onClick={props.onPress}>
      {props.icon}
      {props.children}
    </button>
  )
}
