// Avatar strip: the faces of the members in the room; it scrolls when they don't fit (MED-07).
import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import { hostName } from '#features/meditation/rules.ts'
import { avatarStripScrollThresholdDesktop, avatarStripScrollThresholdMobile } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { PresenceStore } from './presence-store.ts'
import { usePresence } from './use-live-room.ts'

const avatarPx = 40
const overlapPx = 9
/** Around a face, in the page's color. */
const ringPx = 2.5
/** So far apart that the threshold's faces and the edge of the next one, a hint of more, fill a phone's line. */
const spreadClass = 'not-first:max-md:ms-[calc((100cqw-56px)/7-40px)]'

/** Of the faces that a wider screen shows. */
const widthPx = avatarPx + (avatarStripScrollThresholdDesktop - 1) * (avatarPx - overlapPx) - 2 * ringPx

/** `hostId`: who holds the sitting. Keeps its height while no member is known yet. */
export function AvatarStrip({ presence, hostId }: { presence: PresenceStore; hostId: number | null }) {
  const { users } = usePresence(presence)
  const nameOf = ({ id, name }: (typeof users)[number]) => (id === hostId ? hostName(name) : name)
  // Only a strip that scrolls is a tab stop, so that the keyboard can scroll it.
  const isScrollable = users.length > avatarStripScrollThresholdMobile
  return (
    <div
      role="region"
      aria-label={t('People here')}
      style={{ '--desktop': `${widthPx}px` } as CSSProperties}
      {...(isScrollable ? { tabIndex: 0 } : {})}
      className={clsx(
        'h-10 min-w-10 [scroll-snap-type:x_proximity] overflow-x-auto overflow-y-hidden overscroll-x-contain [scrollbar-width:none] md:max-w-(--desktop)',
        // On a phone it goes to the edge of the screen, not to the middle of the page.
        isScrollable &&
          'max-md:fade-end max-md:-me-4 max-md:basis-[calc(100%+1rem)] max-md:[container-type:inline-size]',
      )}
    >
      {/* Its first face is flush with the text; each lies on the next one, so that the last one is whole. */}
      <ul className={clsx('isolate -ms-[2.5px] flex w-max', isScrollable && 'pe-4')}>
        {users.map((user, index) => (
          <li
            key={user.id}
            title={nameOf(user)}
            style={{ zIndex: -index }}
            className={clsx(
              'motion-fade relative -ms-2.25 flex snap-start first:ms-0',
              isScrollable && spreadClass,
            )}
          >
            <Avatar
              id={user.id}
              name={user.name}
              src={user.profilePicture}
              size={avatarPx}
              label={nameOf(user)}
              className="border-[2.5px] border-bg"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
