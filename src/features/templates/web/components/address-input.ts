// The control of a field for a web address.

export const addressInput = {
  type: 'url',
  inputMode: 'url',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
