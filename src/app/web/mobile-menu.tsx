// The menu of small screens: it unfolds under the bar; what it holds is loaded when it is wanted (SHELL-16).
import { useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { preloadInBackground, useLazyImport } from '#web/use-lazy-import.ts'
import type { AvatarUser } from './account-trigger.tsx'
import { NavLinks } from './nav-links.tsx'

const loadPanel = async () => (await import('./mobile-menu-panel.tsx')).MobileMenuPanel

interface MobileMenuProps {
  person: AvatarUser
  /** The member when the profile is complete; without one there are no links and no energy button. */
  member: Account | null
  onEnergy: () => void
}

/** Closes by its button, Escape, a press elsewhere, and when the screen changes. */
export function MobileMenu({ person, member, onEnergy }: MobileMenuProps) {
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { area, isOpen, setOpen } = useCollapsible(button)
  const [Panel, prepare] = useLazyImport(loadPanel)
  useEffect(() => {
    // Without a connection the menu opens too.
    preloadInBackground(loadPanel).then(prepare, prepare)
  }, [prepare])
  const openEnergy = () => {
    setOpen(false)
    // The dialog gives the focus back to where it was: not to a line that is folded away.
    button.current?.focus()
    onEnergy()
  }
  const Icon = isOpen ? X : MenuIcon
  return (
    <div ref={area} className="lg:hidden">
      <button
        ref={button}
        type="button"
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls={panelId}
        className={buttonVariants({ className: 'gap-2! pr-1! pl-3!' })}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          prepare()
          setOpen(!isOpen)
        }}
      >
        <Icon aria-hidden className="size-5" strokeWidth={1.8} />
        <Avatar id={person.id} name={person.name} src={person.profilePicture} size={34} />
      </button>
      <div id={panelId} hidden={!isOpen}>
        {Panel && (
          <Panel links={member && <NavLinks user={member} stacked />} onEnergy={member && openEnergy} />
        )}
      </div>
    </div>
  )
}

function useCollapsible(button: RefObject<HTMLElement | null>) {
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
