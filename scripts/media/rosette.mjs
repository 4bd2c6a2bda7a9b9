// The product's logo: ten overlapping petals round a seed.
const petalCount = 10

/** The rosette in a box of 64 units. The classes `petals` and `seed` set its colours. */
export function rosette() {
  const petals = Array.from(
    { length: petalCount },
    (_, i) =>
      `<ellipse cx="47" cy="32" rx="12.4" ry="6.2" transform="rotate(${(i * 360) / petalCount - 90} 32 32)"/>`,
  )
  return `<g class="petals">${petals.join('')}</g><circle class="seed" cx="32" cy="32" r="5"/>`
}
