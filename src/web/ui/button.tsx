// Buttons: pills of 44 px or more; one primary button a screen, the rest subtle. A label wraps where it doesn't fit.
import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { OpeningRosette } from './rosette.tsx'

const padded: ('primary' | 'ghost' | 'subtle' | 'danger' | 'lit' | 'clear' | 'media')[] = [
  'primary',
  'ghost',
  'subtle',
  'danger',
  'lit',
  'clear',
  'media',
]

/**
 * A button's classes, for elements that must be links: `<Link className={buttonVariants({ variant: 'primary' })}>`.
 * `shape: 'icon'` makes it round; `size`: sm 40 px (player only), md 44 px, lg 60 px.
 */
export const buttonVariants = cva(
  'relative inline-flex max-w-full flex-none items-center justify-center gap-2.5 rounded-pill border text-center font-strong text-balance no-underline transition-[background-color,border-color,color,scale,opacity] select-none active:not-aria-disabled:not-disabled:scale-[0.97] disabled:opacity-55 motion-reduce:active:not-aria-disabled:not-disabled:scale-100',
  {
    variants: {
      variant: {
        primary:
          'border-transparent bg-primary text-on-primary hover:not-disabled:bg-[color-mix(in_oklab,var(--primary)_90%,var(--on-primary))]',
        ghost: 'border-line bg-surface text-ink hover:not-disabled:border-line-strong',
        subtle:
          'border-transparent bg-transparent text-ink-2 hover:not-disabled:bg-sunken hover:not-disabled:text-ink line-within',
        danger: 'border-transparent bg-danger-soft text-danger hover:not-disabled:border-danger',
        // In a sentence, or at the end of a row: as wide as its text.
        link: 'border-0 bg-transparent text-primary underline decoration-1 underline-offset-4 hover:not-disabled:decoration-2',
        // Over images: the first action, and the second one, which needs a scrim (base.css).
        lit: 'button-lit',
        clear: 'button-clear',
        // Over images, whose brightness is unknown in both themes.
        media: 'button-clear border-transparent line-within',
      },
      size: { sm: 'min-h-10 text-[0.94rem]', md: 'min-h-11 text-[0.94rem]', lg: 'min-h-15 text-body' },
      shape: { pill: '', icon: 'p-0' },
      wide: { true: 'w-full', false: '' },
    },
    compoundVariants: [
      { variant: padded, shape: 'pill', size: 'sm', class: 'px-4 py-1.5' },
      { variant: padded, shape: 'pill', size: 'md', class: 'px-4.5 py-1.5' },
      { variant: padded, shape: 'pill', size: 'lg', class: 'px-7 py-1.5' },
      { shape: 'icon', size: 'sm', class: 'size-10' },
      { shape: 'icon', size: 'md', class: 'size-11' },
      { shape: 'icon', size: 'lg', class: 'size-15' },
    ],
    defaultVariants: { variant: 'ghost', size: 'md', shape: 'pill', wide: false },
  },
)

type ButtonVariants = Omit<VariantProps<typeof buttonVariants>, 'shape'>

type ButtonProps = ComponentProps<'button'> &
  ButtonVariants & {
    /** While true the button keeps its focus and width, shows a rosette and ignores presses. */
    busy?: boolean
  }

/** A button with text. `type` defaults to "button". */
export function Button({ variant, size, wide, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...busyProps(busy, rest.onClick)}
      className={clsx(buttonVariants({ variant, size, wide }), className)}
    >
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <OpeningRosette size={24} />
        </span>
      )}
      <span className={clsx('inline-flex items-center gap-2.5', busy && 'opacity-0')}>{children}</span>
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> &
  Omit<ButtonVariants, 'wide'> & {
    /** The accessible name. */
    label: string
    busy?: boolean
    children: ReactNode
  }

/** A round button with an icon only. Repeat the label in a Tooltip where that helps. */
export function IconButton({
  variant,
  size,
  label,
  busy = false,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...busyProps(busy, rest.onClick)}
      aria-label={label}
      className={clsx(buttonVariants({ variant, size, shape: 'icon' }), className)}
    >
      {busy ? <OpeningRosette size={24} /> : children}
    </button>
  )
}

/** A busy button stays focusable and ignores presses; an ignored press of a submit button submits nothing. */
function busyProps(busy: boolean, onClick: ComponentProps<'button'>['onClick']) {
  if (!busy) return {}
  return {
    'aria-busy': true,
    'aria-disabled': true,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      event.preventDefault()
    },
  } satisfies ComponentProps<'button'> & { onClick: typeof onClick }
}
