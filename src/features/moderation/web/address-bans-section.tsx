// Address bans section: the collapsed section that loads the list of address bans.
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const AddressBans = lazyPart(
  async () => (await import('./address-bans.tsx')).AddressBans,
  () => <Skeleton className="h-84" />,
)

/** Loads the bans only when opened, because they are seldom needed. Typed text survives collapsing. */
export function AddressBansSection() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div className="mt-4 grid justify-items-start gap-4 border-t border-line pt-4">
      <Button
        variant="subtle"
        className="-ms-3"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={AddressBans.preload}
        onFocus={AddressBans.preload}
        onClick={() => {
          AddressBans.preload()
          setOpen(!isOpen)
          setOpened(true)
        }}
      >
        <Chevron aria-hidden className="size-4.5 rtl:-scale-x-100" strokeWidth={1.8} />
        {t('Banned addresses')}
      </Button>
      <div id={id} hidden={!isOpen} className="w-full">
        {wasOpened && <AddressBans isOpen={isOpen} />}
      </div>
    </div>
  )
}
