// The pressable line of a disclosure (<details>), with the chevron of all disclosures.
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

export function Summary({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <summary
      className={clsx(
        'flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden',
        className,
      )}
    >
      <span>{children}</span>
      <ChevronDown
        aria-hidden
        className="size-4.5 flex-none transition-transform motion-reduce:transition-none"
        strokeWidth={1.8}
      />
    </summary>
  )
}
