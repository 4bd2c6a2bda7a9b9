// The control of a field for a web address.
import type { ComponentProps } from 'react'
import { Input } from '#web/ui/input.tsx'

export function AddressInput(props: ComponentProps<typeof Input>) {
  return <Input type="url" inputMode="url" autoCapitalize="none" spellCheck={false} {...props} />
}
