// Dropdown menu: arrow keys, typeahead, Escape.
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { pageDirection } from '../i18n/page-direction.ts'

type MenuProps = {
  /** The button that opens the menu; it must take a ref and spread its props, as Button and IconButton do. */
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  /** Open when mounted: for a menu that was loaded because its button was pressed. */
  defaultOpen?: boolean
  children: ReactNode
}

/** Not modal: Radix's modal menu locks the page with a style element, which the CSP forbids. */
export function Menu({ trigger, align = 'end', defaultOpen = false, children }: MenuProps) {
  const [{ open, container }, setPlaced] = useState(() => placed(defaultOpen))
  return (
    <Radix.Root
      dir={pageDirection()}
      modal={false}
      open={open}
      onOpenChange={(next) => setPlaced(placed(next))}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          className="motion-panel z-60 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(22rem,calc(100vw-1.5rem))] min-w-52 overflow-y-auto rounded-panel border border-line bg-surface shadow-media p-1.5 text-[0.94rem] text-ink"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** In the main landmark, as all that isn't a dialog; in the body (null) while a dialog hides the page. */
function placed(open: boolean) {
  const main = document.getElementById('main')
  return { open, container: main?.closest('[aria-hidden=true]') ? null : main }
}

type MenuItemProps = ComponentProps<typeof Radix.Item> & { tone?: 'plain' | 'danger' }

/** A menu item; `onSelect` runs it. With `asChild` its only child is the item (a router's Link). */
export function MenuItem({ tone = 'plain', className, ...rest }: MenuItemProps) {
  return (
    <Radix.Item
      {...rest}
      className={clsx(
        'flex min-h-11 items-center gap-3 rounded-field px-3 no-underline -outline-offset-2 select-none data-disabled:opacity-55 data-highlighted:bg-sunken',
        tone === 'danger' ? 'text-danger' : 'text-ink',
        className,
      )}
    />
  )
}

interface MenuChoicesProps<Value extends string> {
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: string) => void
}

/** Items of which one is chosen. */
export function MenuChoices<Value extends string>({ options, value, onChange }: MenuChoicesProps<Value>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className="flex min-h-11 items-center gap-3 rounded-field px-3 -outline-offset-2 select-none data-highlighted:bg-sunken"
        >
          <span className="min-w-0 flex-1">{option.label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden className="size-4.5 text-primary" strokeWidth={2} />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

/** An item that can't be selected: the name of the menu's owner. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <Radix.Label dir="auto" className="px-3 py-2 text-small text-ink-3">
      {children}
    </Radix.Label>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-3 my-1.5 h-px bg-line" />
}
