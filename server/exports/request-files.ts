import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where asked-for files lie until they expire. All servers and workers of one product must see the same folder. */
const folderIn = (dataDir: string): string => join(dataDir, 'exports')
export const exportPath = (dataDir: string, id: number): string => join(folderIn(dataDir), String(id))
/** Where one attempt writes: what has the name of the file is whole, and two attempts at once do not meet. */
export const newPartOf = (dataDir: string, id: number): string =>
  `${exportPath(dataDir, id)}.${randomBytes(4).toString('hex')}.part`
/** Parts of it for those who take no large ones. */
export const piecesOf = (dataDir: string, id: number): string => `${exportPath(dataDir, id)}.pieces`

export const makeFolder = (dataDir: string): Promise<unknown> =>
  mkdir(folderIn(dataDir), { recursive: true, mode: 0o700 })

export const removeFiles = async (dataDir: string, id: number): Promise<void> => {
  await rm(exportPath(dataDir, id), { force: true })
  await removeBeside(dataDir, id)
}
export const removeBeside = async (dataDir: string, id: number): Promise<void> => {
  for (const name of await namesIn(dataDir))
    if (name.startsWith(`${id}.`)) await rm(join(folderIn(dataDir), name), { recursive: true, force: true })
}
const namesIn = (dataDir: string): Promise<string[]> => readdir(folderIn(dataDir)).catch(() => [])

export const keptFiles = async (dataDir: string): Promise<number[]> => {
  const names = await namesIn(dataDir)
  return [...new Set(names.map(name => Number.parseInt(name, 10)).filter(Number.isInteger))]
}
