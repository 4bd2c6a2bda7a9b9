// Avatar: the member's picture; until it loads, or if it fails, the initials on a hue of their own.
import { clsx } from 'clsx'
import { type CSSProperties, useState } from 'react'

type AvatarProps = {
  /** The member's id, which determines the hue. */
  id: string | number
  name: string
  /** The picture's URL. */
  src?: string | null | undefined
  /** Edge in px. */
  size?: number
  /** Alternative text: the member's name. Leave it out where the name is shown next to the avatar. */
  label?: string
  className?: string
}

/** Reserves its full size at once, so that nothing shifts when the picture loads. */
export function Avatar({ id, name, src, size = 40, label, className }: AvatarProps) {
  const style = {
    width: size,
    height: size,
    fontSize: Math.max(12.8, size * 0.34),
    '--hue': hueOf(id),
  } as CSSProperties
  const ariaProps = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <span
      {...ariaProps}
      translate="no"
      style={style}
      // Drawn, not text: a button's name must contain its visible text, and nothing may translate initials.
      data-initials={initialsOf(name)}
      className={clsx(
        'relative inline-grid flex-none place-items-center overflow-hidden rounded-pill bg-[oklch(var(--avatar-lightness)_0.065_var(--hue))] leading-none font-bold text-(--avatar-ink) select-none before:content-[attr(data-initials)] has-data-shown:before:content-none',
        className,
      )}
    >
      {src != null && src !== '' && <Picture key={src} src={src} size={size} />}
    </span>
  )
}

function Picture({ src, size }: { src: string; size: number }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  if (state === 'failed') return null
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={() => setState('shown')}
      onError={() => setState('failed')}
      data-shown={state === 'shown' || undefined}
      className="absolute inset-0 size-full bg-sunken object-cover opacity-0 transition-opacity duration-200 data-shown:opacity-100"
    />
  )
}

/** At most two letters: the first ones of the first and last word, or the first two of a single word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  const letters =
    last === ''
      ? Array.from(first).slice(0, 2)
      : [...Array.from(first).slice(0, 1), ...Array.from(last).slice(0, 1)]
  return letters.join('').toUpperCase()
}

/** A hue in degrees, stable for an id. */
export function hueOf(id: string | number): number {
  let hash = 0
  for (const char of String(id)) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 360_007
  // The golden angle separates neighbours such as 1, 2, 3.
  return Math.round((hash * 137.508) % 360)
}
