// The menu of the settings: a link to each section, and beside the page on a wide screen which of them is read.
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { noticesId, remindersId } from './settings-place.ts'

const titles = {
  profile: t('Profile Information'),
  account: t('Account'),
  practice: t('Practice elsewhere'),
  calendar: t('Calendar'),
  bell: t('Bell'),
  lights: t('Lights'),
  energy: t('Room energy'),
  care: t('Care'),
  quietly: t('Sit quietly'),
  language: t('Language'),
  theme: t('Theme Settings'),
  [noticesId]: t('Notices'),
  [remindersId]: t('Reminders'),
}
type SettingsPlace = keyof typeof titles

const places = Object.entries(titles) as [SettingsPlace, string][]

/** A row above the sections, which scrolls sideways; `isBeside` makes it a list that stays beside them. */
export function SettingsMenu({ isBeside }: { isBeside: boolean }) {
  const current = useReadPlace()
  return (
    <nav
      aria-label={t('Settings')}
      className={clsx(isBeside && 'sticky overflow-y-auto p-1')}
      style={isBeside ? beside : undefined}
    >
      <ul
        className={clsx(
          !isBeside && '-mx-1 flex gap-7 overflow-x-auto overscroll-x-contain p-1 [scrollbar-width:none]',
        )}
      >
        {places.map(([place, title]) => {
          const isCurrent = isBeside && place === current
          return (
            <li key={place} className="flex-none">
              <a
                href={`#${place}`}
                aria-current={isCurrent ? 'true' : undefined}
                className={clsx(
                  'flex min-h-11 items-center text-small hover:text-ink',
                  isCurrent ? 'font-strong text-ink' : 'text-ink-2',
                )}
                style={
                  isBeside ? { ...row, borderColor: isCurrent ? 'var(--ink)' : 'var(--line)' } : undefined
                }
              >
                {title}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

// Of this list alone, so they aren't in the style sheet of all pages.
const beside = {
  top: 'calc(var(--bar) + 2rem)',
  maxHeight: 'calc(100dvh - var(--bar) - 4rem)',
}
const row = { minHeight: '2.25rem', paddingInlineStart: '1rem', borderInlineStartWidth: 2 }

/** The section near the top of the window; at the end of the page the last one that is there. */
function useReadPlace(): SettingsPlace | null {
  const [read, setRead] = useState<SettingsPlace | null>(null)
  useEffect(() => {
    const update = () => {
      const lineY = innerHeight / 5
      const isAbove = (place: string) =>
        (document.getElementById(place)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= lineY
      const isThere = (place: string) => document.getElementById(place) !== null
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
      const ids = places.map(([place]) => place)
      setRead(ids.findLast(isAtEnd ? isThere : isAbove) ?? null)
    }
    update()
    addEventListener('scroll', update, { passive: true })
    // What loads meanwhile makes the page longer.
    const observer = new ResizeObserver(update)
    observer.observe(document.body)
    return () => {
      removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [])
  return read
}
