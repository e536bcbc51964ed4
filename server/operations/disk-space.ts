import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { showBytes } from '#shared/domain/wording.ts'

/** Free space on the disk of the data folder: PostgreSQL refuses writes on a full disk, so the operator is warned before. */
type DiskSpace = { free: number; total: number; isLow: boolean }

/** `reserve`: bytes that should stay free (DISK_RESERVE). */
export async function diskSpace(folder: string, reserve: number): Promise<DiskSpace | undefined> {
  const disk = await diskOf(folder)
  if (disk === undefined) return undefined
  const free = disk.bavail * disk.bsize
  return { free, total: disk.blocks * disk.bsize, isLow: free < reserve }
}

/** The nearest existing parent folder is on the same disk. */
async function diskOf(folder: string): Promise<StatsFs | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  return found ?? (dirname(folder) === folder ? undefined : diskOf(dirname(folder)))
}

/** Reports once when space becomes low, and once when it no longer is. */
export async function tellDiskSpace(folder: string, reserve: number, say: (sentence: string) => void): Promise<void> {
  const space = await diskSpace(folder, reserve)
  if (space === undefined || space.isLow === wasLow) return
  wasLow = space.isLow
  const room = `На диске с папкой данных ${folder} свободно ${showBytes(space.free)}`
  say(
    space.isLow
      ? `${room}: скоро база данных не сможет сохранять изменения. Освободите место или перенесите папку.`
      : `${room}.`,
  )
}
let wasLow = false
