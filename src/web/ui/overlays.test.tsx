// Dialog, menu, tabs, segmented control and tooltip by keyboard, and the tooltip's delays.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setUpUser } from '#test/web/user.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Input } from './input.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { SearchField } from './search-field.tsx'
import { Segmented } from './segmented.tsx'
import { Tab, TabList, TabPanel, Tabs } from './tabs.tsx'
import { Tooltip } from './tooltip.tsx'

const user = setUpUser()

const focused = () => document.activeElement?.textContent

function DialogUnderTest() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Track Your Energy"
        description="How are you arriving?"
      >
        <button type="button">Inside</button>
      </Dialog>
    </>
  )
}

test('a dialog is named, locks scrolling, closes on Escape and restores the focus', async () => {
  render(<DialogUnderTest />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = await screen.findByRole('dialog', { name: 'Track Your Energy' })
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'How are you arriving?',
  )
  expect(dialog.contains(document.activeElement)).toBe(true)
  expect(document.documentElement.dataset.scrollLock).toBe('')
  expect(document.querySelectorAll('style')).toHaveLength(0)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe('Open'))
  expect(document.documentElement.dataset.scrollLock).toBeUndefined()
})

test('an urgent dialog says that it is modal, as axe expects of an alert', () => {
  render(
    <Dialog urgent open onOpenChange={() => undefined} title="Delete this message?">
      <button type="button">Inside</button>
    </Dialog>,
  )
  expect(screen.getByRole('alertdialog').getAttribute('aria-modal')).toBe('true')
})

/** Keys as an input method's composition sends them; Safari sends the last one with the key code alone. */
const composedKeys = [{ isComposing: true }, { keyCode: 229 }]

test('[SHELL-34] Escape and Enter that belong to a composition neither close a dialog nor clear a search', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  const onSearchKey = vi.fn<() => void>()
  render(
    <Dialog open onOpenChange={onOpenChange} title="New Template">
      <Input aria-label="Title" />
      <SearchField label="Search" text="看" onChange={onSearchKey} onEnter={onSearchKey} />
    </Dialog>,
  )
  for (const field of [screen.getByRole('textbox', { name: 'Title' }), screen.getByRole('searchbox')]) {
    for (const composed of composedKeys) {
      fireEvent.keyDown(field, { key: 'Escape', ...composed })
      fireEvent.keyDown(field, { key: 'Enter', ...composed })
    }
  }
  expect([onOpenChange, onSearchKey].map(({ mock }) => mock.calls)).toEqual([[], []])
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Title' }), { key: 'Escape' })
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
})

test('a menu opens on Enter, moves with the arrow keys, selects on Enter and restores the focus', async () => {
  const onSelect = vi.fn<() => void>()
  render(
    <Menu trigger={<Button>Mia</Button>}>
      <MenuItem>Settings</MenuItem>
      <MenuItem disabled>Not for you</MenuItem>
      <MenuItem onSelect={onSelect}>Sign Out</MenuItem>
    </Menu>,
  )
  act(() => screen.getByRole('button', { name: 'Mia' }).focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe('Settings'))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('Sign Out'))
  await user.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(focused()).toBe('Mia'))
})

test('a menu is in the main landmark, and outside of it while a dialog hides that', async () => {
  const { rerender } = render(
    <main id="main">
      <Menu trigger={<Button>Mia</Button>}>
        <MenuItem>Settings</MenuItem>
      </Menu>
    </main>,
  )
  await user.click(screen.getByRole('button', { name: 'Mia' }))
  expect(screen.getByRole('main').contains(screen.getByRole('menu'))).toBe(true)
  rerender(
    <main id="main">
      <Dialog open onOpenChange={() => undefined} title="Poem">
        <Menu trigger={<Button>Ana</Button>}>
          <MenuItem>Remove</MenuItem>
        </Menu>
      </Dialog>
    </main>,
  )
  await user.click(screen.getByRole('button', { name: 'Ana' }))
  expect(screen.getByRole('menuitem', { name: 'Remove' }).closest('main')).toBeNull()
})

test('tabs move with the arrow keys and show only their own panel', async () => {
  function TabsUnderTest() {
    const [value, setValue] = useState('analytics')
    return (
      <Tabs value={value} onValueChange={setValue}>
        <TabList label="Energy">
          <Tab value="analytics">Analytics</Tab>
          <Tab value="journey">Journey</Tab>
        </TabList>
        <TabPanel value="analytics">The days in numbers.</TabPanel>
        <TabPanel value="journey">How it moved.</TabPanel>
      </Tabs>
    )
  }
  render(<TabsUnderTest />)
  await user.click(screen.getByRole('tab', { name: 'Analytics' }))
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(screen.getByRole('tabpanel').textContent).toBe('How it moved.'))
  expect(screen.getByRole('tab', { name: 'Journey' }).getAttribute('aria-selected')).toBe('true')
})

test('a row of tabs that is too narrow scrolls to the selected one', () => {
  // The row is 100 px wide; the second tab begins beyond it.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isTab = this.getAttribute('role') === 'tab'
    return new DOMRect(isTab && this.textContent === 'Care' ? 150 : 0, 0, isTab ? 80 : 100, 44)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  render(
    <Tabs value="care" onValueChange={() => undefined}>
      <TabList label="Community">
        <Tab value="name">Name</Tab>
        <Tab value="care">Care</Tab>
      </TabList>
    </Tabs>,
  )
  expect(screen.getByRole('tablist').scrollLeft).toBe(140)
})

test('a segmented control is a named radio group', async () => {
  const onChange = vi.fn<(value: 'pre' | 'post') => void>()
  const options = [
    { value: 'pre', label: 'Before' },
    { value: 'post', label: 'After' },
  ] as const
  render(<Segmented legend="When" options={options} value="pre" onChange={onChange} />)
  expect(screen.getByRole('group', { name: 'When' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Before', checked: true })).toBeTruthy()
  await user.click(screen.getByText('After'))
  expect(onChange).toHaveBeenCalledWith('post')
})

describe('the tooltip', () => {
  // The bubble is loaded lazily: load it before the fake timers start.
  beforeEach(async () => {
    await import('./tooltip-bubble.tsx')
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const button = (name: string) => screen.getByRole('button', { name })
  const hover = (name: string) => act(async () => void fireEvent.pointerEnter(button(name)))
  const leave = (name: string) => act(async () => void fireEvent.pointerLeave(button(name)))
  const passing = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const shown = () => screen.queryByRole('tooltip')?.textContent ?? null
  const tabTo = async (name: string) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab' })
    await act(async () => button(name).focus())
    fireEvent.keyUp(button(name), { key: 'Tab' })
  }

  function renderTwo() {
    render(
      ['Mute', 'Full screen'].map((text) => (
        <Tooltip key={text} text={text}>
          <Button>{text}</Button>
        </Tooltip>
      )),
    )
  }

  test('[SHELL-21] opens after 700 ms, not before, and describes its control', async () => {
    renderTwo()
    await hover('Mute')
    await passing(699)
    expect(shown()).toBeNull()
    await passing(1)
    expect(shown()).toContain('Mute')
    const words = document.getElementById(button('Mute').getAttribute('aria-describedby') ?? '')
    expect(words?.textContent).toContain('Mute')
    await leave('Mute')
    expect(shown()).toBeNull()
    expect(button('Mute').hasAttribute('aria-describedby')).toBe(false)
  })

  test('[SHELL-21] opens at once within 300 ms of another, and with the delay later', async () => {
    renderTwo()
    await hover('Mute')
    await passing(700)
    await leave('Mute')
    await passing(299)
    await hover('Full screen')
    expect(shown()).toContain('Full screen')
    await leave('Full screen')
    await passing(301)
    await hover('Mute')
    expect(shown()).toBeNull()
    await passing(700)
    expect(shown()).toContain('Mute')
  })

  test('opens at once on keyboard focus, keeps the focus, and closes on Escape or a press', async () => {
    renderTwo()
    await passing(300)
    await tabTo('Mute')
    expect(shown()).toContain('Mute')
    expect(document.activeElement).toBe(button('Mute'))
    await act(async () => void fireEvent.keyDown(document, { key: 'Escape' }))
    expect(shown()).toBeNull()
    await tabTo('Full screen')
    expect(shown()).toContain('Full screen')
    await act(async () => void fireEvent.pointerDown(button('Full screen')))
    expect(shown()).toBeNull()
  })

  test('stays closed when a dialog, its closing or a return to the window sets the focus', async () => {
    renderTwo()
    await act(async () => button('Mute').focus())
    expect(shown()).toBeNull()
    for (const key of ['Enter', 'Escape']) {
      fireEvent.keyDown(document.body, { key })
      await act(async () => button('Full screen').focus())
      await act(async () => button('Mute').focus())
      expect(shown()).toBeNull()
    }
    await tabTo('Full screen')
    await act(async () => button('Mute').focus())
    expect(shown()).toBeNull()
  })

  test('doesn’t open on touch', async () => {
    renderTwo()
    await act(async () => void fireEvent.pointerEnter(button('Mute'), { pointerType: 'touch' }))
    await passing(1_400)
    expect(shown()).toBeNull()
  })
})
