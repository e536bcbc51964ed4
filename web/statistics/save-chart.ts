import { inLines } from './chart-options.ts'

export type Picture = { svg: string; width: number; height: number }

const give = (name: string, blob: Blob): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const xml = (text: string): string =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;')

/** Pixels of a letter and of a line at 11 points, rounded up. */
const [sourceLetter, sourceLine] = [6, 15]
/** `source`: whence and how it was counted; as many lines as it needs. */
export const titled = (
  { svg, width, height }: Picture,
  { title, source, ink, canvas, font }: { title: string; source: string; ink: string; canvas: string; font: string },
): Picture => {
  const [above, side] = [44, 16]
  const lines = inLines(source, Math.floor(width / sourceLetter)).split('\n')
  const below = 18 + sourceLine * lines.length
  const [wide, tall] = [width + 2 * side, height + above + below]
  const inner = svg.replace('<svg ', `<svg x="${side}" y="${above}" `)
  const line = (text: string, y: number, size: number, weight: number) =>
    `<text x="${side}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${ink}" font-family="${xml(font)}">${xml(text)}</text>`
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${tall}" viewBox="0 0 ${wide} ${tall}"><rect width="100%" height="100%" fill="${canvas}"/>${line(title, 28, 16, 600)}${inner}${lines.map((text, at) => line(text, tall - below + 20 + at * sourceLine, 11, 400)).join('')}</svg>`,
    width: wide,
    height: tall,
  }
}

export const saveSvg = (name: string, { svg }: Picture): void =>
  give(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }))

/** Pixels of the file for a pixel of the page. */
const density = 2
export const savePng = async (name: string, { svg, width, height }: Picture): Promise<void> => {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * density
  canvas.height = height * density
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (blob) give(`${name}.png`, blob)
}

/** For spreadsheets in Russian; no cell may be taken for a formula. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map(row => row.map(cell).join(';')).join('\r\n')}\r\n`
const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value).replace('.', ',')
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const saveCsv = (name: string, rows: readonly (readonly (string | number)[])[]): void =>
  give(`${name}.csv`, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
