// Measures a screen with longer texts, or in the other direction: widths, cut texts, covered controls.
import type { Page } from '@playwright/test'

/** The faults of a page in its current state, a line each; none on a screen whose texts fit. */
export function screenFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>()
    const nameOf = (element: Element) => {
      const text = element.getAttribute('aria-label') ?? element.textContent
      return `<${element.tagName.toLowerCase()}> “${text.trim().slice(0, 60)}”`
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 2
    const styleOf = (element: Element) => getComputedStyle(element)
    const clips = (element: Element) => styleOf(element).overflowX !== 'visible'
    /** The element and those that contain it, from the inside out. */
    const chainOf = (element: Element): Element[] =>
      element.parentElement ? [element, ...chainOf(element.parentElement)] : [element]
    const root = document.documentElement
    const isClipped = (element: Element, within: Element = root) => {
      const chain = chainOf(element)
      return chain.slice(0, chain.indexOf(within)).some((outer) => outer !== document.body && clips(outer))
    }
    /** The box of the innermost part that clips the element, unless that scrolls, or is the page behind a dialog. */
    const frameOf = (element: Element) => {
      const outer = chainOf(element).slice(1).find(clips)
      const isFixed =
        outer && outer !== root && ['hidden', 'clip'].includes(styleOf(outer).overflowX) && isShown(outer)
      return isFixed && outer.getBoundingClientRect()
    }
    const hangsAt = (control: Element, part: Element) => {
      const chain = chainOf(part)
      return chain.slice(0, chain.indexOf(control)).some((outer) => styleOf(outer).position === 'absolute')
    }
    const isMoving = (element: Element) => chainOf(element).some((part) => part.getAnimations().length > 0)

    const tooWide = root.scrollWidth - innerWidth
    if (tooWide > 0) faults.add(`the page is ${tooWide} px too wide`)
    const panels = '[role=dialog], [role=alertdialog], [role=menu], main, .overflow-y-auto'
    for (const panel of document.querySelectorAll(panels)) {
      const more = panel.scrollWidth - panel.clientWidth
      if (more > 1) faults.add(`${more} px too wide: ${nameOf(panel)}`)
    }
    for (const element of document.body.querySelectorAll('*')) {
      const { left, right } = element.getBoundingClientRect()
      const isInside = right <= innerWidth + 1 && left >= -1
      if (isInside || !isShown(element) || element.childElementCount > 0) continue
      if (!isClipped(element) && !isMoving(element)) faults.add(`outside of the page: ${nameOf(element)}`)
    }

    const controls = [
      ...document.querySelectorAll('button, a, select, input, textarea, summary, label, [role^=menuitem]'),
    ].filter(isShown)
    for (const element of [...controls, ...document.querySelectorAll('h1, h2, h3, h4, th, dt')]) {
      if (!isShown(element) || isMoving(element)) continue
      const box = element.getBoundingClientRect()
      const frame = frameOf(element)
      if (frame && (box.left < frame.left - 1 || box.right > frame.right + 1))
        faults.add(`cut by its frame: ${nameOf(element)}`)
      const isBox = styleOf(element).display !== 'inline'
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { parentElement: parent, textContent } = walker.currentNode
        if (!parent || !isShown(parent) || textContent?.trim() === '') continue
        // An ellipsis is meant.
        if (chainOf(parent).some((part) => clips(part) && styleOf(part).textOverflow === 'ellipsis')) continue
        if (chainOf(parent).some((part) => styleOf(part).webkitLineClamp !== 'none')) continue
        // A caption that hangs at its control has a place of its own.
        if (hangsAt(element, parent)) continue
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        const boxes = [...range.getClientRects()]
        const isLonger = ({ left, right }: DOMRect) =>
          boxes.some((text) => text.left < left - 1 || text.right > right + 1)
        if (isBox && isLonger(box)) faults.add(`longer than its box: ${nameOf(element)}`)
      }
    }

    /** A part that is pinned to the screen may lie over others, which scroll. */
    const layerOf = (element: Element) =>
      chainOf(element).find((outer) => ['fixed', 'sticky', 'absolute'].includes(styleOf(outer).position))
    const places = controls
      .filter((element) => !element.matches('label, [inert] *'))
      .map((element) => ({ element, box: element.getBoundingClientRect(), layer: layerOf(element) }))
      .filter(({ box }) => box.width >= 8)
    for (const [index, one] of places.entries())
      for (const other of places.slice(index + 1)) {
        if (one.layer !== other.layer) continue
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (width > 2 && height > 2) faults.add(`overlap: ${nameOf(one.element)}, ${nameOf(other.element)}`)
      }
    return [...faults]
  })
}

/** The texts of a page with plain vowels, and its names for screen readers: data, or English that isn't in a catalog. */
export function plainTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (!parent?.checkVisibility() || parent.closest('textarea, noscript, [lang]:not(html)')) continue
      found.push(walker.currentNode.textContent ?? '')
    }
    const names = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description']
    for (const name of names)
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (element.checkVisibility()) found.push(element.getAttribute(name) ?? '')
    return [...new Set(found.map((text) => text.trim()))].filter((text) => /[aeiouy]/i.test(text))
  })
}
