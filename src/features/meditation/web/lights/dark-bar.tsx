// The bar over the dark room: the way back to the light, and out. It shows for three seconds after a pointer, a tap or
// Tab; the page stays dark and inert.
import { useEffect, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { isComposing } from '#web/is-composing.ts'
import { Button } from '#web/ui/button.tsx'
import { CommunityMark } from '#web/ui/community-mark.tsx'

interface DarkBarProps {
  onRaise: () => void
  /** Escape closes what is open first. */
  onEscape: () => void
  onLeave: () => void
  /** The tools of a host; null for members. */
  children: ReactNode
}

export function DarkBar({ onRaise, onEscape, onLeave, children }: DarkBarProps) {
  const { name } = useCommunity()
  useShownAfterInput()
  useEscape(onEscape)
  return (
    <div role="toolbar" aria-label={t('Lights down')} className="dark-bar lights-down">
      <CommunityMark size={30} className="h-11" />
      <span className="dark-name serif">{name}</span>
      {children}
      <Button variant="subtle" onClick={onRaise}>
        {t('Lights up')}
        <kbd aria-hidden>Esc</kbd>
      </Button>
      <Button variant="subtle" onClick={onLeave}>
        {t('Leave the sitting')}
      </Button>
    </div>
  )
}

const shownForMs = 3_000
const inputEvents = ['pointermove', 'pointerdown', 'keydown'] as const

/** Written to <html>, so that Tab already finds the buttons that its press brings. */
function useShownAfterInput(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let timer: ReturnType<typeof setTimeout>
    const onInput = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Tab') return
      dataset.darkBar = ''
      clearTimeout(timer)
      timer = setTimeout(() => delete dataset.darkBar, shownForMs)
    }
    for (const type of inputEvents) document.addEventListener(type, onInput, { passive: true })
    return () => {
      clearTimeout(timer)
      delete dataset.darkBar
      for (const type of inputEvents) document.removeEventListener(type, onInput)
    }
  }, [])
}

/** Escape, unless it closes a dialog or a menu. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
      if (document.querySelector('[role=dialog], [role=menu]') === null) onEscape()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onEscape])
}
