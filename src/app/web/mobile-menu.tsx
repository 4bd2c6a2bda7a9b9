// The menu of small screens: it expands under the bar; its panel is loaded on intent (SHELL-16).
import { useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { useEscapeLayer } from '#web/use-escape-layer.ts'
import { preloadInBackground } from '#web/use-lazy-import.ts'
import type { AvatarUser } from './account-trigger.tsx'

const loadPanel = async () => (await import('./mobile-menu-panel.tsx')).MobileMenuPanel

const MobileMenuPanel = lazyPart(loadPanel)

interface MobileMenuProps {
  user: AvatarUser
  /** The member, if the profile is complete; null hides the links. */
  member: Account | null
  className: string
}

/** Closes by its button, Escape, a press outside, and a change of screen. */
export function MobileMenu({ user, member, className }: MobileMenuProps) {
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { area, isOpen, setOpen } = useCollapsible(button)
  useEffect(() => {
    // Preloaded, so that the menu also opens offline.
    preloadInBackground(loadPanel).then(MobileMenuPanel.preload, MobileMenuPanel.preload)
  }, [])
  const Icon = isOpen ? X : MenuIcon
  return (
    <div className={className}>
      {isOpen && <div aria-hidden className="fixed inset-x-0 top-(--bar) h-dvh bg-scrim" />}
      <div ref={area}>
        <button
          ref={button}
          type="button"
          aria-label={t('Menu')}
          aria-expanded={isOpen}
          aria-controls={panelId}
          className={buttonVariants({ className: 'flex! pe-1! ps-3!' })}
          onPointerEnter={MobileMenuPanel.preload}
          onFocus={MobileMenuPanel.preload}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon aria-hidden className="size-5" strokeWidth={1.8} />
          <Avatar id={user.id} name={user.name} src={user.profilePicture} size={34} />
        </button>
        <div id={panelId} hidden={!isOpen}>
          {isOpen && <MobileMenuPanel member={member} />}
        </div>
      </div>
    </div>
  )
}

function useCollapsible(button: RefObject<HTMLElement | null>) {
  const area = useRef<HTMLDivElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === pathname
  const closeToButton = () => {
    setOpenAt(null)
    button.current?.focus()
  }
  useEscapeLayer(isOpen ? closeToButton : null)
  useEffect(() => {
    if (!isOpen) return
    const closeIfOutside = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpenAt(null)
    }
    document.addEventListener('pointerdown', closeIfOutside)
    document.addEventListener('focusin', closeIfOutside)
    return () => {
      document.removeEventListener('pointerdown', closeIfOutside)
      document.removeEventListener('focusin', closeIfOutside)
    }
  }, [isOpen])
  return { area, isOpen, setOpen: (open: boolean) => setOpenAt(open ? pathname : null) }
}
