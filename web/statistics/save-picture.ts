import type { Picture } from './print-figure.ts'

const give = (name: string, blob: Blob): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
export const pictureAddress = ({ svg }: Picture): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

export const saveSvg = (name: string, { svg }: Picture): void =>
  give(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }))

/** Image pixels per CSS pixel. */
const density = 2
export const savePng = async (name: string, picture: Picture): Promise<void> => {
  const image = new Image()
  image.src = pictureAddress(picture)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.width * density
  canvas.height = picture.height * density
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('no picture')
  give(`${name}.png`, blob)
}
