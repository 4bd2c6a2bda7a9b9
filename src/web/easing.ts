// Easing of animations that scripts start.

/** `--breathe` of tokens.css. */
export const breathe = 'cubic-bezier(0.37, 0, 0.63, 1)'
