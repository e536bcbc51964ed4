const guestsOnly = /^\/(login|signup)(\/|$)/i

/**
 * A path within this site (§2), or undefined. Browsers read `\` as `/` and drop tabs, and servers decode: every
 * spelling is checked.
 */
export const localPath = (input: unknown): string | undefined => {
  if (typeof input !== 'string' || !input.startsWith('/')) return undefined
  let path = input.split(/[?#]/, 1)[0] ?? ''
  for (let before = ''; before !== path; ) {
    if (path.startsWith('//') || /[\\\p{Cc}]/u.test(path)) return undefined
    before = path
    try {
      path = decodeURIComponent(path)
    } catch {
      return undefined
    }
  }
  if (/\p{Cc}/u.test(input)) return undefined
  return guestsOnly.test(path) ? undefined : input
}
