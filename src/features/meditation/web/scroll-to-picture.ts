// The head of the meditation screen: the picture, with its countdown or the words of its ending.

/** At once. Beside the chat the stage has its own scroller, else it is the page's. */
export function scrollToPicture(): void {
  scrollTo(0, 0)
  const stage = document.querySelector('.stage')
  if (stage) stage.scrollTop = 0
}
