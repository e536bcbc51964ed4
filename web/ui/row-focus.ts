export const focusedRow = (rows: string): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>(rows) ?? null

export const focusNextRow = (list: HTMLElement | null, rows: string, links: string, step: 1 | -1): void => {
  const all = [...(list?.querySelectorAll<HTMLElement>(links) ?? [])]
  const current = focusedRow(rows)
  const at = all.findIndex(link => current?.contains(link))
  const next = at < 0 ? (step === 1 ? all[0] : all.at(-1)) : all[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
