/** Addresses of court sites: host, platform, and query strings in windows-1251. */

/** «leninsky--kir.sudrf.ru» and «www.leninsky.kir.sudrf.ru» are one site (seen 2019–2026). */
export const siteHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replaceAll('--', '.')
export const hostOf = (url: string | URL): string => siteHost(new URL(url).host)

/** All courts under `sudrf.ru` share one platform; an IP address is its own platform. */
export const platformOf = (host: string): string => {
  const name = host.replace(/:\d+$/, '')
  return /^[\d.]+$|^\[/.test(name) ? host : name.split('.').slice(-2).join('.')
}

const byteOf = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, at) => at))].map((letter, at) => [
    letter,
    at,
  ]),
)
/** «?» for characters outside the encoding, as browsers send it. */
const byte1251 = (letter: string): number => byteOf.get(letter) ?? '?'.charCodeAt(0)
export const inWindows1251 = (text: string): Uint8Array => Uint8Array.from([...text].map(byte1251))

export const query1251 = (fields: readonly (readonly [name: string, value: string])[]): string =>
  fields.map(([name, value]) => `${encode1251(name)}=${encode1251(value)}`).join('&')
const encode1251 = (text: string): string =>
  [...text]
    .map(letter => {
      if (/^[\w.~*-]$/.test(letter)) return letter
      if (letter === ' ') return '+'
      return `%${byte1251(letter).toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
