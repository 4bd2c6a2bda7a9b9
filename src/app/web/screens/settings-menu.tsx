// The list of the settings' sections: their anchors, and beside the page on a wide screen which of them is read.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Section } from '#web/ui/section.tsx'
import { remindersId, useNamedPlace } from './settings-place.ts'

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
  notices: t('Notices'),
  [remindersId]: t('Reminders'),
}
export type SettingsPlace = keyof typeof titles

const places = Object.entries(titles) as [SettingsPlace, string][]

/** An anchor of the list. */
export function SettingsAnchor({ place, children }: { place: SettingsPlace; children: ReactNode }) {
  const anchor = useRef<HTMLDivElement>(null)
  useNamedPlace(anchor, place)
  return (
    <div ref={anchor} id={place} tabIndex={-1} className="scroll-mt-(--bar) outline-none">
      {children}
    </div>
  )
}

interface SettingsSectionProps {
  place: SettingsPlace
  lead?: string
  children: ReactNode
}

/** A section with its anchor. */
export function SettingsSection({ place, children, ...lead }: SettingsSectionProps) {
  return (
    <SettingsAnchor place={place}>
      <Section fields="beside" title={titles[place]} {...lead}>
        {children}
      </Section>
    </SettingsAnchor>
  )
}

/** A row above the page, which scrolls sideways; on a wide screen a list that stays beside it. */
export function SettingsMenu() {
  const current = useReadPlace()
  return (
    <nav
      aria-label={t('Settings')}
      className="-mx-4 mt-5 overflow-x-auto px-4 [scrollbar-width:none] md:-mx-8 md:px-8 xl:sticky xl:top-[calc(var(--bar)+2rem)] xl:m-0 xl:max-h-[calc(100dvh-var(--bar)-4rem)] xl:self-start xl:overflow-y-auto xl:p-1 xl:[grid-area:1/1/span_3]!"
    >
      <ul className="flex gap-x-5 xl:grid">
        {places.map(([place, title]) => (
          <li key={place} className="flex-none">
            <a
              href={`#${place}`}
              aria-current={place === current ? 'true' : undefined}
              className="flex min-h-11 items-center border-line text-small text-ink-2 hover:text-ink xl:min-h-9 xl:border-s-2 xl:ps-4 xl:aria-[current]:border-ink xl:aria-[current]:font-strong xl:aria-[current]:text-ink forced-colors:xl:aria-[current]:border-[Highlight]"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The section near the top of the window; the last one at the end of the page. */
function useReadPlace(): SettingsPlace | null {
  const [read, setRead] = useState<SettingsPlace | null>(null)
  useEffect(() => {
    const update = () => {
      const lineY = innerHeight / 5
      const isAbove = (place: string) =>
        (document.getElementById(place)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= lineY
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
      const ids = places.map(([place]) => place)
      setRead((isAtEnd ? ids.at(-1) : ids.findLast(isAbove)) ?? null)
    }
    update()
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [])
  return read
}
