// Escape belongs to the topmost layer of the page alone, wherever the focus is.
import { useEffect, useEffectEvent } from 'react'
import { isComposing } from './is-composing.ts'

/** Those that are open, the topmost last. */
const layers: symbol[] = []

/** Radix closes these itself, above all layers of the page. */
const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

/**
 * The layer is open unless `onEscape` is null. What opened last is on top; the ground is below whatever is open when it
 * comes.
 */
export function useEscapeLayer(
  onEscape: (() => void) | null,
  { isGround = false }: { isGround?: boolean } = {},
): void {
  const isOpen = onEscape !== null
  const close = useEffectEvent(() => onEscape?.())
  useEffect(() => {
    if (!isOpen) return
    const layer = Symbol('layer')
    if (isGround) layers.unshift(layer)
    else layers.push(layer)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
      if (layers.at(-1) !== layer || document.querySelector(overlays) !== null) return
      // The listeners of the others still get it.
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen, isGround])
}
