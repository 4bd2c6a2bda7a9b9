// The label of a button whose press did what it says.
import { Check } from 'lucide-react'

export function DoneLabel({ children }: { children: string }) {
  return (
    <>
      <Check aria-hidden className="size-5" strokeWidth={1.8} />
      {children}
    </>
  )
}
