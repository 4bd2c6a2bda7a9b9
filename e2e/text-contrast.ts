// Contrast of text measured from pixels: axe can't judge text that lies on a picture.
import type { Page } from '@playwright/test'
import sharp from 'sharp'

interface DrawnText {
  text: string
  /** Red, green, blue and opacity, each 0 to 255. */
  ink: [number, number, number, number]
  isLarge: boolean
  box: { left: number; top: number; width: number; height: number }
}

/** Of WCAG AA. */
const minimums = { text: 4.5, large: 3 }
/** The part of the pixels below a text that may be worse: edges of other shapes. */
const spared = 0.03

/** Texts in the window below the contrast of WCAG AA, each as 'text: contrast'; and the lowest of the small ones. */
export async function measureContrast(page: Page): Promise<{ tooLow: string[]; lowest: string }> {
  const before = await page.evaluate(findTexts)
  await page.evaluate(hideInk, true)
  const image = sharp(await page.screenshot({ animations: 'allow', scale: 'css' }))
  await page.evaluate(hideInk, false)
  // Texts that faded meanwhile, such as the player's controls, lay on something else in the picture.
  const after = new Set((await page.evaluate(findTexts)).map((drawn) => JSON.stringify(drawn)))
  const texts = before.filter((drawn) => after.has(JSON.stringify(drawn)))
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const found = texts.map((drawn) => {
    const contrasts: number[] = []
    const { left, top, width, height } = drawn.box
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(info.height, top + height); y += 1)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(info.width, left + width); x += 1)
        contrasts.push(contrastOn(drawn.ink, data.subarray((y * info.width + x) * 3)))
    const contrast = contrasts.toSorted((a, b) => a - b)[Math.floor(contrasts.length * spared)] ?? Infinity
    return { ...drawn, contrast }
  })
  const describe = ({ text, contrast }: { text: string; contrast: number }) =>
    `${text.slice(0, 50)}: ${contrast.toFixed(2)}`
  const tooLow = found.filter(
    ({ contrast, isLarge }) => contrast < (isLarge ? minimums.large : minimums.text),
  )
  const [lowest] = found.filter(({ isLarge }) => !isLarge).toSorted((a, b) => a.contrast - b.contrast)
  return { tooLow: tooLow.map(describe), lowest: lowest ? describe(lowest) : 'no text' }
}

function contrastOn(
  [red, green, blue, opacity]: DrawnText['ink'],
  [r = 0, g = 0, b = 0]: Uint8Array,
): number {
  const mix = (over: number, under: number) => under + ((over - under) * opacity) / 255
  const inked = luminance(mix(red, r), mix(green, g), mix(blue, b))
  const [low = 0, high = 0] = [inked, luminance(r, g, b)].toSorted((a, z) => a - z)
  return (high + 0.05) / (low + 0.05)
}

function luminance(...channels: [number, number, number]): number {
  const [red, green, blue] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as typeof channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Runs in the page: visible texts and placeholders, each line with its ink. */
function findTexts(): DrawnText[] {
  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const found: DrawnText[] = []
  const add = (element: Element, text: string, lines: Iterable<DOMRect>, color: string) => {
    const { fontSize, fontWeight } = getComputedStyle(element)
    const size = Number.parseFloat(fontSize)
    let opacity = 1
    for (let part: Element | null = element; part; part = part.parentElement) {
      const style = getComputedStyle(part)
      // For screen readers alone.
      if (style.clipPath === 'inset(50%)') return
      opacity *= Number(style.opacity)
    }
    brush.clearRect(0, 0, 1, 1)
    brush.fillStyle = color
    brush.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data
    for (const { left, top, width, height } of lines) {
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      // Scrolled out of its box, or below something else.
      const isCovered = hit !== null && !hit.contains(element) && !element.contains(hit)
      const isInert = getComputedStyle(element).pointerEvents === 'none'
      if (width < 2 || height < 2 || hit === null || (isCovered && !isInert)) continue
      found.push({
        text,
        ink: [red, green, blue, alpha * opacity],
        isLarge: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
        box: { left, top, width, height },
      })
    }
  }
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('[inert], :disabled, [aria-disabled=true]') === null
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const element = node.parentElement
    // Emoji have fixed colors.
    if (!element || !/[\p{L}\p{N}]/u.test(text) || !isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    add(element, text, range.getClientRects(), getComputedStyle(element).color)
  }
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (field.placeholder === '' || field.value !== '' || !isShown(field)) continue
    const box = field.getBoundingClientRect()
    const { lineHeight, paddingTop } = getComputedStyle(field)
    const line = new DOMRect(
      box.left,
      box.top + Number.parseFloat(paddingTop),
      Math.min(box.width, 80),
      Number.parseFloat(lineHeight) || 20,
    )
    add(field, field.placeholder, [line], getComputedStyle(field, '::placeholder').color)
  }
  return found
}

/** Runs in the page: takes the ink from all texts, and leaves what is below them. */
function hideInk(isHidden: boolean): void {
  const style = `-webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important;
    text-shadow: none !important; caret-color: transparent !important; transition: none !important;`
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`*, ::placeholder { ${style} }`)
  document.adoptedStyleSheets = isHidden ? [sheet] : []
}
