/** Pages of the product (§2) that exist: the server answers their addresses with 200 and any other page address with 404. */
export const pagePaths = [
  '/',
  '/cases/:id?',
  '/cases/text/:id?',
  '/favorites',
  '/login',
  '/signup',
  '/approve',
  '/changepassword',
  '/sessions',
  '/audit',
] as const

/** `:id?` stands for one number that may be absent. */
const patterns = pagePaths.map(
  path => new RegExp(`^${path.replace('/:id?', '(?:/[1-9][0-9]{0,8})?').replace(/\/$/, '')}/?$`),
)

export const isPagePath = (path: string): boolean => patterns.some(pattern => pattern.test(path))
