// The signs of sittings, as someone sees them who tells no colors apart.
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { SunState } from '#shared/suns.ts'
import { SunSign } from './sun-sign.tsx'

const states: SunState[] = ['next', 'coming', 'now', 'sat', 'past', 'canceled']
const sidePx = 44

/** The lightness of the colors of both themes, as grays. */
const themes = {
  light: { ground: '#f8f8f8', line: '#757575', fill: '#c5c5c5', soft: '#dddddd' },
  dark: { ground: '#131313', line: '#c9c9c9', fill: '#d6d6d6', soft: '#636363' },
}

async function grays(state: SunState, { ground, line, fill, soft }: (typeof themes)['light'], size: number) {
  const sign = renderToStaticMarkup(<SunSign state={state} size={size} />)
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replaceAll('class="sun-halo"', `fill="${fill}" stroke="none" opacity="0.22"`)
    .replaceAll('class="sun-fill"', `fill="${fill}"`)
    .replaceAll('class="sun-soft"', `fill="${soft}"`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}" viewBox="-22 -30 44 44">
    <rect x="-22" y="-30" width="44" height="44" fill="${ground}"/>
    <g fill="none" stroke="${line}" stroke-width="1.6">${sign}</g></svg>`
  return sharp(Buffer.from(svg)).grayscale().raw().toBuffer()
}

it.each([
  ['light', 1],
  ['dark', 1],
  ['light', 0.72],
  ['dark', 0.72],
] as const)('[PLAN-10] all six differ in shades of gray: %s, size %s', async (theme, size) => {
  const images = await Promise.all(states.map((state) => grays(state, themes[theme], size)))
  for (const [index, image] of images.entries())
    for (const [other, otherImage] of images.slice(0, index).entries()) {
      // Anti-aliased edges aside.
      const different = image.filter((gray, at) => Math.abs(gray - (otherImage[at] ?? 0)) > 24).length
      expect(different, `${states[index]} and ${states[other]}`).toBeGreaterThan(24)
    }
})
