// Address bans section: the collapsed section that loads the list of address bans.
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { t } from '#shared/t.ts'

const loadAddressBans = async () => (await import('./address-bans.tsx')).AddressBans

/** Loads the bans only when opened, because they are seldom needed. Typed text survives collapsing. */
export function AddressBansSection() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const [AddressBans, prepare] = useLazyImport(loadAddressBans)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div className="mt-4 grid justify-items-start gap-4 border-t border-line pt-4">
      <Button
        variant="subtle"
        className="-ms-3"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          prepare()
          setOpen(!isOpen)
          setOpened(true)
        }}
      >
        <Chevron aria-hidden className="size-4.5 rtl:-scale-x-100" strokeWidth={1.8} />
        {t('Banned addresses')}
      </Button>
      <div id={id} hidden={!isOpen} className="w-full">
        {wasOpened && (AddressBans ? <AddressBans isOpen={isOpen} /> : <Skeleton className="h-84" />)}
      </div>
    </div>
  )
}
