// The page object of the crop dialog on /settings.
import type { Locator, Page } from '@playwright/test'

export interface UploadFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export interface CropDialog {
  upload: Locator
  /** Clicks Upload Photo and chooses a file; by key also while the previous dialog is still fading out. */
  choose(file: UploadFile, by?: 'pointer' | 'key'): Promise<void>
  dialog: Locator
  /** The whole picture. */
  wholePicture: Locator
  preview: Locator
  circle: Locator
  corner: Locator
  apply: Locator
  cancel: Locator
  /** The circle's size and its distances from the picture's edges, in fractions of the picture's shorter side. */
  circleGeometry(): Promise<{ size: number; left: number; right: number; top: number; bottom: number }>
  /** The colour of the preview at a position from 0 to 1 in both directions, such as 'red'. */
  colourAt(x: number, y: number): Promise<string>
}

const names: Record<string, string> = {
  '1 0 0': 'red',
  '0 0 1': 'blue',
  '1 1 1': 'white',
  '0 0 0': 'black',
}

export function cropDialog(page: Page): CropDialog {
  const upload = page.getByRole('button', { name: 'Upload Photo' })
  const dialog = page.getByRole('dialog', { name: 'Crop picture' })
  const wholePicture = dialog.getByRole('img', { name: 'The whole picture' })
  const preview = dialog.getByRole('img', { name: 'Preview' })
  const circle = dialog.getByRole('group', { name: /^Circle/ })
  return {
    upload,
    choose: async (file, by = 'pointer') => {
      const press = () => (by === 'pointer' ? upload.click() : upload.press('Enter'))
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()])
      await chooser.setFiles(file)
    },
    dialog,
    wholePicture,
    preview,
    circle,
    corner: dialog.getByRole('button', { name: /^Lower right corner/ }),
    apply: dialog.getByRole('button', { name: 'Apply Crop' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
    circleGeometry: () =>
      dialog.evaluate((root) => {
        const outer = root.querySelector('[role=img]')?.getBoundingClientRect()
        const inner = root.querySelector('[role=group]')?.getBoundingClientRect()
        if (!outer || !inner) throw new Error('The crop circle is not visible.')
        const shorter = Math.min(outer.width, outer.height)
        const share = (px: number) => Math.round((px / shorter) * 100) / 100
        return {
          size: share(inner.width),
          left: share(inner.left - outer.left),
          right: share(outer.right - inner.right),
          top: share(inner.top - outer.top),
          bottom: share(outer.bottom - inner.bottom),
        }
      }),
    colourAt: async (x, y) => {
      const pixel = await preview.evaluate(
        (element, [left = 0, top = 0]) => {
          const { width, height } = element as HTMLCanvasElement
          // A copy: the browser warns about frequent reads of the same canvas.
          const pixel = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
          const context = pixel.getContext('2d')
          context?.drawImage(element as HTMLCanvasElement, -left * (width - 1), -top * (height - 1))
          return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
        },
        [x, y],
      )
      const key = pixel
        .slice(0, 3)
        .map((part) => Math.round(part / 255))
        .join(' ')
      return names[key] ?? key
    },
  }
}
