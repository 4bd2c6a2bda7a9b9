// Background scene: still water between hills, under the sky of a moment. Drawn, not loaded.
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTheme } from '../theme.ts'
import type { Sky } from './sky.ts'

/** By day, in the golden hour and at night. */
type Shades = readonly [day: string, gold: string, night: string]

type ColorName = 'zenith' | 'sky' | 'haze' | 'horizon' | 'sun' | 'far' | 'near' | 'shore'

/** Of the sky from its top to the horizon, of the sun, and of the hills; `shore` is the nearest one. */
const palettes: Record<'light' | 'dark', Record<ColorName, Shades>> = {
  light: {
    zenith: ['#86a8d4', '#35427c', '#1f2249'],
    sky: ['#bccbe8', '#5e5797', '#303361'],
    haze: ['#e9e0ea', '#b17f9f', '#524f80'],
    horizon: ['#fbecd3', '#f8c694', '#85769a'],
    sun: ['#fffaf0', '#fff0d6', '#f3ecdf'],
    far: ['#a2aed2', '#67629f', '#2b2c56'],
    near: ['#858fba', '#4c4a85', '#212247'],
    shore: ['#5d678f', '#2f2f61', '#181939'],
  },
  dark: {
    zenith: ['#252b55', '#171433', '#0b0a1e'],
    sky: ['#454a7d', '#3b2f63', '#151331'],
    haze: ['#77719c', '#8c5c82', '#262048'],
    horizon: ['#bfa39b', '#e0a27e', '#463a63'],
    sun: ['#ffe9cc', '#ffe3bd', '#efe6da'],
    far: ['#373a66', '#2d2654', '#15132e'],
    near: ['#2a2d5a', '#221c45', '#100e25'],
    shore: ['#1c1e3f', '#181335', '#0b0a1c'],
  },
}

/** The horizon as a share of the height, from the top; the sun's place on the water is in the middle of the width. */
export const sceneHorizon = 0.62

interface DawnSceneProps {
  sky: Sky
  /** Up to 0.78, where words need more of the sky. */
  horizon?: number
  className?: string
}

/** Decorative. Fills its container in every shape; its coordinates begin at the sun's place on the water. */
export function DawnScene({ sky, horizon = sceneHorizon, className = 'size-full' }: DawnSceneProps) {
  const { theme } = useTheme()
  const id = useId()
  const [ref, aspect] = useAspect()
  const width = clamp(941 * aspect, 760, 1600)
  const height = width / aspect
  const skyHeight = horizon * height
  const waterHeight = height - skyHeight
  const scale = height / 900
  const color: Color = (name) => mix(palettes[theme][name], sky)
  const { day, night } = sky
  const sunX = sky.sunX * width
  const moonX = 0.36 * width
  // Above the words that a tall picture has in its sky.
  const moonHeight = (width < 1000 ? 0.9 : 0.74) * skyHeight
  const sunHeight = Math.min(sky.sunHeight, skyHeight - 64)
  const glitterX = sunX + (moonX - sunX) * night
  return (
    <svg
      ref={ref}
      aria-hidden
      viewBox={`${-width / 2} ${-skyHeight} ${width} ${height}`}
      preserveAspectRatio="none"
      className={className}
    >
      <Gradients color={color} id={id} />
      <rect x="-800" y={-skyHeight} width="1600" height={skyHeight} fill={`url(#${id}sky)`} />
      {night > 0 && <Stars opacity={0.9 * night} />}
      <g
        opacity={clamp((night - 0.4) / 0.6, 0, 1)}
        transform={`translate(${moonX} ${-moonHeight})scale(${clamp(scale, 0.62, 1)})`}
      >
        <circle r="210" fill={`url(#${id}glow)`} opacity="0.16" />
        <path d="M7-29A30 30 0 1 0 27 14 25 25 0 1 1 7-29z" fill="#f6efe2" />
      </g>
      <g opacity={clamp(1 - 1.4 * night, 0, 1)} transform={`translate(${sunX} ${-sunHeight})`}>
        <circle r="330" fill={`url(#${id}glow)`} opacity="0.85" />
        <circle r="50" fill={color('sun')} />
      </g>
      <path d={farHills} fill={color('far')} />
      <path d={nearHills} fill={color('near')} />
      <rect x="-800" width="1600" height={waterHeight} fill={`url(#${id}water)`} />
      <rect x="-800" y="-6" width="1600" height="12" fill={`url(#${id}edge)`} />
      <g
        fill={color('sun')}
        opacity={(1 - 0.72 * night) * (1 - 0.6 * day)}
        transform={`translate(${glitterX})scale(${1 - 0.45 * night} 1)`}
      >
        {strokes.map((stroke) => (
          <rect key={stroke.y} {...stroke} rx="2" />
        ))}
      </g>
      <path
        d={bank}
        fill={color('shore')}
        transform={`translate(0 ${waterHeight + 2})scale(1 ${clamp(scale, 0.5, 1.25)})`}
      />
    </svg>
  )
}

const farHills = 'M-800-108C-670-164-520-222-390-208S-150-88 0-84 250-186 410-204 680-164 800-132V46H-800z'
const nearHills = 'M-800-38C-650-82-500-100-360-62S-100-17 0-16 320-58 440-72 700-54 800-60V46H-800z'
const bank = 'M-800 400V-66C-680-96-540-72-400-42S-110-12 0-13 280-28 440-50 700-88 800-74V400z'

type Color = (name: ColorName) => string

function Gradients({ color, id }: { color: Color; id: string }) {
  return (
    <defs>
      <linearGradient id={`${id}sky`} gradientUnits="userSpaceOnUse" x1="0" y1="-744" x2="0" y2="0">
        <stop stopColor={color('zenith')} />
        <stop offset="0.42" stopColor={color('sky')} />
        <stop offset="0.76" stopColor={color('haze')} />
        <stop offset="1" stopColor={color('horizon')} />
      </linearGradient>
      <radialGradient id={`${id}glow`}>
        <stop stopColor={color('sun')} />
        <stop offset="0.2" stopColor={color('sun')} stopOpacity="0.78" />
        <stop offset="0.55" stopColor={color('sun')} stopOpacity="0.17" />
        <stop offset="1" stopColor={color('sun')} stopOpacity="0" />
      </radialGradient>
      <linearGradient id={`${id}edge`} x1="0" y1="0" x2="0" y2="1">
        <stop stopColor={color('horizon')} stopOpacity="0" />
        <stop offset="0.5" stopColor={color('horizon')} />
        <stop offset="1" stopColor={color('horizon')} stopOpacity="0" />
      </linearGradient>
      <linearGradient id={`${id}water`} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="386">
        <stop stopColor={color('horizon')} />
        <stop offset="0.3" stopColor={color('haze')} />
        <stop offset="1" stopColor={color('near')} />
      </linearGradient>
    </defs>
  )
}

/** Four sizes of stars, each one path of dots. */
const stars = [0, 1, 2, 3].map((size) =>
  Array.from({ length: 38 }, (_, index) => {
    const number = index * 4 + size
    return `M${((number * 619 + 131) % 1600) - 800} ${((number * 347 + (number % 7) * 61) % 1150) - 1214}h0`
  }).join(''),
)

function Stars({ opacity }: { opacity: number }) {
  return (
    <g opacity={opacity} stroke="#fff" strokeLinecap="round">
      {stars.map((path, size) => (
        <path key={path} d={path} strokeWidth={1.6 + size * 0.8} strokeOpacity={0.35 + size * 0.2} />
      ))}
    </g>
  )
}

/** The reflection of the light: strokes that widen and fade towards the shore, slightly offset. */
const strokes = Array.from({ length: 30 }, (_, index) => {
  const width = 54 + index * 12 + ((index * 73) % 90)
  return {
    x: -width / 2 + (((index * 53) % 40) - 20),
    y: 9 + index * index * 0.42 + index * 2.4,
    width,
    height: 2 + index * 0.12,
    opacity: 0.62 - 0.019 * index,
  }
})

function mix([day, gold, night]: Shades, sky: Sky): string {
  return mixTwo(mixTwo(gold, day, sky.day), night, sky.night)
}

function mixTwo(from: string, to: string, share: number): string {
  return `color-mix(in srgb,${to} ${Math.round(share * 100)}%,${from})`
}

/** Width by height of the element with the ref. */
function useAspect(): [RefObject<SVGSVGElement | null>, number] {
  const ref = useRef<SVGSVGElement>(null)
  const [aspect, setAspect] = useState(1.6)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      if (width > 0 && height > 0) setAspect(width / height)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, aspect]
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
