// Colors of OKLCH in sRGB: lightness and chroma from 0 to 1, the hue in degrees. Matrices of
// https://bottosson.github.io/posts/oklab/.

/** The chroma, or the largest lower one in sRGB, to four digits. */
export function largestChroma(lightness: number, chroma: number, hue: number): number {
  if (isInSrgb(lightness, chroma, hue)) return chroma
  let [inside, outside] = [0, chroma]
  while (outside - inside > 0.0001) {
    const middle = (inside + outside) / 2
    if (isInSrgb(lightness, middle, hue)) inside = middle
    else outside = middle
  }
  return Math.floor(inside * 10_000) / 10_000
}

/** As #rrggbb, for programs without `oklch()`, such as those of mail. Its chroma is lowered to what sRGB has. */
export function oklchHex(lightness: number, chroma: number, hue: number): string {
  const channels = linearChannels(lightness, largestChroma(lightness, chroma, hue), hue).map((linear) => {
    const value = Math.min(1, Math.max(0, linear))
    const channel = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(channel * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** The color, as #rrggbb, with another hue: its lightness stays, and this share of its chroma as far as sRGB has it. */
export function withHue(color: string, hue: number, chromaShare = 1): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return oklchHex(0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, chromaShare * Math.hypot(a, b), hue)
}

function isInSrgb(lightness: number, chroma: number, hue: number): boolean {
  return linearChannels(lightness, chroma, hue).every((channel) => channel >= 0 && channel <= 1)
}

function linearChannels(lightness: number, chroma: number, hue: number): number[] {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
