import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where asked-for files lie until they expire. All servers and workers of one product must see the same folder. */
const folderIn = (dataDir: string): string => join(dataDir, 'exports')
export const fileOf = (dataDir: string, id: number): string => join(folderIn(dataDir), String(id))
/** While it is written: what has the name of the file is whole. */
export const partOf = (dataDir: string, id: number): string => `${fileOf(dataDir, id)}.part`
/** Parts of it for those who take no large ones. */
export const piecesOf = (dataDir: string, id: number): string => `${fileOf(dataDir, id)}.pieces`

export const makeFolder = (dataDir: string): Promise<unknown> =>
  mkdir(folderIn(dataDir), { recursive: true, mode: 0o700 })

/** The file and all that belongs to it; what is not there is as good as removed. */
export const removeFiles = async (dataDir: string, id: number): Promise<void> => {
  for (const path of [fileOf(dataDir, id), partOf(dataDir, id), piecesOf(dataDir, id)])
    await rm(path, { recursive: true, force: true })
}

/** Numbers of the requests whose files are here. */
export const keptFiles = async (dataDir: string): Promise<number[]> => {
  const names = await readdir(folderIn(dataDir)).catch(() => [])
  return [...new Set(names.map(name => Number.parseInt(name, 10)).filter(Number.isInteger))]
}
