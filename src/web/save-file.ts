// Saves a file that was generated in the page.

// Long enough for a browser that first asks where to save the file.
const objectUrlLifetimeMs = 60_000

export function saveFile(file: Blob, name: string): void {
  const objectUrl = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = objectUrl
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(objectUrl), objectUrlLifetimeMs)
}
