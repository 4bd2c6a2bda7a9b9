// Tabs over a hairline; the arrow keys move between them.
import { clsx } from 'clsx'
import { Tabs as Radix } from 'radix-ui'
import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { pageDirection } from '../i18n/page-direction.ts'

type TabsProps = {
  value: string
  onValueChange: (value: string) => void
  className?: string
  children: ReactNode
}

/** Contains a TabList, and a TabPanel for each Tab. */
export function Tabs({ value, onValueChange, className, children }: TabsProps) {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => showSelectedTabs(root.current), [value])
  return (
    <Radix.Root
      ref={root}
      dir={pageDirection()}
      value={value}
      onValueChange={onValueChange}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Radix.Root>
  )
}

/** Scrolls each row of a part of the page sideways, so that its selected tab is in its middle. */
export function showSelectedTabs(part: HTMLElement | null): void {
  const middle = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    return (left + right) / 2
  }
  for (const list of part?.querySelectorAll('[role=tablist]') ?? []) {
    const tab = list.querySelector(':scope > [aria-selected=true]')
    if (tab) list.scrollLeft += middle(tab) - middle(list)
  }
}

/** The row of tabs; scrolls sideways where it's too narrow. `label` names the row. */
export function TabList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Radix.List
      aria-label={label}
      // Radix moves the focus by script, so :focus-visible matches after a pointer too.
      onPointerDown={({ target }) => target instanceof Element && tabOf(target)?.setAttribute(pressed, '')}
      onKeyDown={({ target }) => target instanceof Element && tabOf(target)?.removeAttribute(pressed)}
      onBlur={({ target }) => target.removeAttribute(pressed)}
      // The margin makes room for a focus ring; the text and the line keep to the page's edge.
      className="-mx-1 flex gap-7 overflow-x-auto overscroll-x-contain bg-[linear-gradient(var(--line),var(--line))] bg-size-[calc(100%-0.5rem)_1px] bg-bottom bg-no-repeat p-1 [scrollbar-width:none]"
    >
      {children}
    </Radix.List>
  )
}

const pressed = 'data-pressed'
const tabOf = (target: Element) => target.closest('[role=tab]')

/** One tab; `value` matches its panel's. */
export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      {...rest}
      className={clsx(
        "relative min-h-11 min-w-11 flex-none rounded-field data-pressed:focus-visible:outline-none text-[0.94rem] font-medium text-ink-2 transition-colors after:absolute after:inset-x-0 after:-bottom-1 after:h-0.5 after:bg-ink after:opacity-0 after:transition-opacity after:content-[''] forced-colors:after:h-1 forced-colors:after:bg-[Highlight] hover:text-ink disabled:opacity-55 data-[state=active]:text-ink data-[state=active]:after:opacity-100",
        className,
      )}
    />
  )
}

/** A tab's content, mounted only while its tab is selected. */
export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...rest} className={clsx('pt-6', className)} />
}
