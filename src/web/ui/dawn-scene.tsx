// Background scene: still water at dawn in the light theme, at nightfall in the dark one. Drawn, not loaded.
import { useId } from 'react'
import { useTheme } from '../theme.ts'

/** Colours from the top of the sky to the near shore; `far`, `near` and `shore` are the hills. */
const palettes = {
  light: {
    zenith: '#8fa9cf',
    sky: '#c9c6e2',
    haze: '#f2d3cf',
    horizon: '#fde3bf',
    sun: '#fffaf0',
    far: '#9a9cc4',
    near: '#7c7fad',
    shore: '#5d608f',
  },
  dark: {
    zenith: '#171433',
    sky: '#3b2f63',
    haze: '#8c5c82',
    horizon: '#e0a27e',
    sun: '#ffe3bd',
    far: '#2d2654',
    near: '#221c45',
    shore: '#181335',
  },
} as const

type Palette = (typeof palettes)[keyof typeof palettes]

const sunX = 1060
const shoreY = 594

type DawnSceneProps = {
  /** Alternative text; without it the scene is decorative. */
  label?: string
  className?: string
}

/** Fills its container and crops the overflow; the sun stays visible in tall containers too. */
export function DawnScene({ label, className = 'size-full' }: DawnSceneProps) {
  const { theme } = useTheme()
  const id = useId()
  const palette = palettes[theme]
  const ariaProps = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg {...ariaProps} viewBox="0 -150 1600 1050" preserveAspectRatio="xMidYMid slice" className={className}>
      <Gradients palette={palette} id={id} />
      <rect y="-150" width="1600" height={shoreY + 156} fill={`url(#${id}sky)`} />
      <circle cx={sunX} cy="470" r="330" fill={`url(#${id}glow)`} opacity="0.9" />
      <circle cx={sunX} cy="456" r="58" fill={palette.sun} />
      <path d={farHills} fill={palette.far} />
      <path d={nearHills} fill={palette.near} />
      <rect y={shoreY} width="1600" height={900 - shoreY} fill={`url(#${id}water)`} />
      <rect y={shoreY - 6} width="1600" height="12" fill={`url(#${id}edge)`} />
      <Glitter fill={palette.sun} />
      <path d={shore} fill={palette.shore} />
    </svg>
  )
}

const farHills =
  'M0 520c140-90 250-150 360-110s170 90 300 60 230-120 380-60 210 110 330 70 160-60 230-50v210H0z'
const nearHills = 'M0 560c180-70 300-60 420-20s230 20 360-10 240-40 390 0 280 30 430-10v90H0z'
const shore = 'M0 900V760c120-30 210-8 320 30s250 50 420 20 260-10 400 30 300 20 460-30v90z'

function Gradients({ palette, id }: { palette: Palette; id: string }) {
  const { zenith, sky, haze, horizon, sun, near } = palette
  return (
    <defs>
      <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={zenith} />
        <stop offset="0.42" stopColor={sky} />
        <stop offset="0.72" stopColor={haze} />
        <stop offset="1" stopColor={horizon} />
      </linearGradient>
      <radialGradient id={`${id}glow`}>
        <stop offset="0" stopColor={sun} />
        <stop offset="0.22" stopColor={sun} stopOpacity="0.8" />
        <stop offset="0.6" stopColor={sun} stopOpacity="0.15" />
        <stop offset="1" stopColor={sun} stopOpacity="0" />
      </radialGradient>
      <linearGradient id={`${id}edge`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={horizon} stopOpacity="0" />
        <stop offset="0.5" stopColor={horizon} />
        <stop offset="1" stopColor={horizon} stopOpacity="0" />
      </linearGradient>
      <linearGradient id={`${id}water`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={horizon} />
        <stop offset="0.35" stopColor={haze} />
        <stop offset="1" stopColor={near} />
      </linearGradient>
    </defs>
  )
}

/** The sun's reflection: strokes that widen and fade towards the shore, slightly offset. */
const strokes = Array.from({ length: 26 }, (_, index) => {
  const width = 70 + index * 13 + ((index * 73) % 90)
  return {
    x: sunX - width / 2 + (((index * 53) % 40) - 20),
    y: shoreY + 10 + index * index * 0.42 + index * 2,
    width,
    height: 2.2 + index * 0.12,
    opacity: 0.62 - 0.02 * index,
  }
})

function Glitter({ fill }: { fill: string }) {
  return (
    <g fill={fill}>
      {strokes.map((stroke) => (
        <rect key={stroke.y} {...stroke} rx="2" />
      ))}
    </g>
  )
}
