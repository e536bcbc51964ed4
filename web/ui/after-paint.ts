/** What a hand has asked for is seen first; what takes longer is begun when it stands on the screen. */
export const afterPaint = (act: () => void): void => {
  requestAnimationFrame(() => setTimeout(act))
}
