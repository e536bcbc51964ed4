/** The chapter of the manual that a page's «?» opens; the first where none is about the page. */
const about: readonly (readonly [page: RegExp, chapter: string])[] = [
  [/^\/cases\/text\//, 'text'],
  [/^\/cases\//, 'case'],
  [/^\/$/, 'cases'],
  [/^\/favorites/, 'favourites'],
  [/^\/defendants/, 'people'],
  [/^\/presets/, 'presets'],
  [/^\/exports/, 'exports'],
  [/^\/subscriptions/, 'subscriptions'],
  [/^\/stats/, 'stats'],
  [/^\/data/, 'data'],
  [/^\/loadtags/, 'tags'],
  [/^\/(changepassword|sessions)/, 'account'],
  [/^\/(approve|people|audit|captcha|debug|courts)/, 'admin'],
]
export const chapterAbout = (path: string): string => about.find(([page]) => page.test(path))?.[1] ?? 'begin'
