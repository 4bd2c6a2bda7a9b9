// Hands a file that was made in the page to the browser, which saves it.

// Long enough for a browser that asks first where the file should go.
const objectUrlLifetimeMs = 60_000

/** Saves a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), objectUrlLifetimeMs)
}
