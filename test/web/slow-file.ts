// A chosen file whose bytes arrive when the test says so.
import { act } from '@testing-library/react'

export function createSlowFile(text: string): { file: File; arrive: () => Promise<void> } {
  let arriveNow: (bytes: ArrayBuffer) => void
  const bytes = new Promise<ArrayBuffer>((resolve) => {
    arriveNow = resolve
  })
  const file = new File([text], 'slow.csv')
  file.arrayBuffer = async () => bytes
  return {
    file,
    arrive: () =>
      act(async () => {
        arriveNow(new TextEncoder().encode(text).buffer)
        await bytes
      }),
  }
}
