/** «1,2 МБ», in thousands, as files are sold. */
const units = ['байт', 'КБ', 'МБ', 'ГБ'] as const
const oneDigit = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 })
export const showBytes = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${oneDigit.format(bytes / 1000 ** power)}\u00a0${units[power]}`
}
