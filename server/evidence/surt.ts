/** The key under which indexes of archives sort an address: the host turned round, the rest in small letters. */
export function getSurt(address: string): string {
  const url = URL.parse(address)
  if (url === null) return address.replaceAll(' ', '%20')
  const { hostname, port, pathname, search } = url
  const turned = hostname
    .replace(/^www\d*\./, '')
    .split('.')
    .reverse()
    .join(',')
  return `${turned}${port && `:${port}`})${pathname}${search}`.toLowerCase().replaceAll(' ', '%20')
}
