/** Tabs of one browser share its session: what one does to it, the others are told, so that none goes on as somebody else. */
const key = 'sessionChangedAt'

export const tellOtherTabs = (): void => {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    // Nothing is kept: the others learn it from the next answer.
  }
}

/** A browser tells only the other tabs. */
export const whenOtherTab = (listener: () => void): (() => void) => {
  const listen = (event: StorageEvent): void => {
    if (event.key === key) listener()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
