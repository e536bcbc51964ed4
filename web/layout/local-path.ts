/** Pages that send a signed-in person away again. */
const guestsOnly = /^\/(login|signup)(\/|$)/i

/**
 * Where to go after signing in (§2): a path of this site, or nothing. Browsers read `\` as `/`, drop tabs and line
 * breaks, and servers decode; so the path part is looked at in every spelling it may take.
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
