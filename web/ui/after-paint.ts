/** Runs `act` after the next paint, so that what was clicked is drawn first. */
export const afterPaint = (act: () => void): void => {
  requestAnimationFrame(() => setTimeout(act))
}
