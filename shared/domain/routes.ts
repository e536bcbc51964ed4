/** Pages of the product (§2) that exist: the server answers their addresses with 200 and any other page address with 404. */
export const pagePaths = [
  '/',
  '/cases/:id?',
  '/cases/:id/state',
  '/cases/changes',
  '/cases/text/:id?',
  '/today',
  '/favorites',
  '/sets',
  '/sets/join',
  '/sets/:id',
  '/deadlines/rules',
  '/defendants/:id?',
  '/defendants/expiring',
  '/judges/:id',
  '/courts/:id',
  '/l/:link',
  '/presets',
  '/sets/import',
  '/stats',
  '/data',
  '/data/:citation',
  '/exports',
  '/subscriptions',
  '/login',
  '/signup',
  '/approve',
  '/changepassword',
  '/sessions',
  '/second-factor',
  '/audit',
  '/people',
  '/forgetting',
  '/debug',
  '/captcha',
  '/loadtags',
  '/manual',
  '/manual/:chapter',
] as const

/** Placeholders: an optional number, a required number, the key of a link, the id of a citation, a chapter. */
const parts = {
  '/:id?': '(?:/[1-9][0-9]{0,8})?',
  '/:id/': '/[1-9][0-9]{0,8}/',
  '/:id': '/[1-9][0-9]{0,8}',
  '/:link': '/[1-9A-HJ-NP-Za-km-z]{13}',
  '/:citation': '/[1-9A-HJ-NP-Za-km-z]{13}',
  '/:chapter': '/[a-z]{1,20}',
} as const
const patterns = pagePaths.map(path => {
  const pattern = Object.entries(parts).reduce(
    (text, [name, part]) => text.replace(name, part),
    path.replace(/\/$/, ''),
  )
  return new RegExp(`^${pattern}/?$`)
})

export const isPagePath = (path: string): boolean => patterns.some(pattern => pattern.test(path))
