// The button of a sitting's menu in lists, which is loaded on intent.
import { BellRing } from 'lucide-react'
import { useRef, type ComponentProps, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useLazyMenu } from '#web/use-lazy-overlay.ts'
import type { ListedSittingMenuProps } from './sitting-menu.tsx'

const loadMenu = async () => (await import('./sitting-menu.tsx')).ListedSittingMenu

interface SittingMenuButtonProps extends Omit<ListedSittingMenuProps, 'trigger' | 'button'> {
  /** Names the sitting, for lists of several: 'Host: Morning light, Fri, Nov 20'. */
  label: string
  /** With the word beside the bell. */
  isWide?: boolean
  /** The button, to which the focus returns after a choice. */
  button?: RefObject<HTMLButtonElement | null>
}

export function SittingMenuButton({ label, isWide = false, button, ...menu }: SittingMenuButtonProps) {
  const [SittingMenu, lazy] = useLazyMenu(loadMenu)
  const own = useRef<HTMLButtonElement>(null)
  const trigger = button ?? own
  const shown = { ref: trigger, label, isWide }
  return SittingMenu ? (
    <SittingMenu {...menu} trigger={trigger} button={<Trigger {...shown} />} />
  ) : (
    <Trigger {...shown} {...lazy} />
  )
}

type TriggerProps = { label: string; isWide: boolean } & ComponentProps<'button'>

function Trigger({ label, isWide, ...rest }: TriggerProps) {
  if (!isWide)
    return (
      <IconButton {...rest} label={label} variant="subtle">
        <BellRing aria-hidden className="size-5" strokeWidth={1.8} />
      </IconButton>
    )
  return (
    <Button {...rest} size="sm" aria-label={label}>
      <BellRing aria-hidden className="size-4.5" strokeWidth={1.8} />
      {t('Host')}
    </Button>
  )
}
