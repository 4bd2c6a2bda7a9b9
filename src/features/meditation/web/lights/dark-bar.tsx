// The bar over the dark room: the way back to the light, and out. It shows for three seconds after a pointer, a tap or
// Tab, and while it has the focus; the page stays dark and inert.
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { Button } from '#web/ui/button.tsx'
import { CommunityMark } from '#web/ui/community-mark.tsx'
import { useEscapeLayer } from '#web/use-escape-layer.ts'

interface DarkBarProps {
  /** Whether the focus was in the bar, which goes. */
  onRaise: (hadFocus: boolean) => void
  onLeave: () => void
  /** The focus was on what lowered them. */
  takesFocus: boolean
  /** The tools of a host; null for members. */
  children: ReactNode
}

export function DarkBar({ onRaise, onLeave, takesFocus, children }: DarkBarProps) {
  const { name } = useCommunity()
  const bar = useRef<HTMLDivElement>(null)
  const up = useRef<HTMLButtonElement>(null)
  const raise = () => onRaise(bar.current?.contains(document.activeElement) ?? false)
  useShownAfterInput()
  useLayoutEffect(() => {
    if (takesFocus) up.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useEscapeLayer(raise, { isGround: true })
  return (
    <div ref={bar} role="toolbar" aria-label={t('Lights down')} className="dark-bar lights-down">
      <CommunityMark size={30} className="h-11! max-w-[30px]" />
      <span className="dark-name serif">{name}</span>
      {children}
      <Button ref={up} variant="subtle" onClick={raise}>
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

/** Written to <html>: the row below the picture shows with it. */
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
