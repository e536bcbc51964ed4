import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Refusal } from '../db/refusal.ts'
import { registerCopy } from './checkpoint.ts'
import { openCopyFile } from './copy-file.ts'
import { copyMemory } from './copy-memory.ts'
import { tellCheckpoint } from './follow.ts'
import { load } from './load.ts'
import { copySource, sourceSettings } from './source.ts'

/**
 * Writes the current copy to a file from which any number of nodes can start instead of reading all of PostgreSQL
 * (decision 0128). PostgreSQL keeps later changes for it as long as for any unreachable copy (prune.ts).
 */
export async function writeSnapshot(url: string, target: string, memoryShare: number): Promise<string> {
  const path = resolve(target)
  if (existsSync(path)) throw new Refusal(`${path}: такой файл уже есть.`)
  const folder = await mkdtemp(join(dirname(path), '.snapshot-')).catch(() => {
    throw new Refusal(`${path}: сюда писать нельзя, или такой папки нет.`)
  })
  const source = copySource(url, 'snapshot')
  try {
    await source.connect()
    await source.query(sourceSettings)
    const memoryLimit = copyMemory(memoryShare).now
    const file = await openCopyFile(folder, { memoryLimit, threads: availableParallelism() })
    try {
      const checkpoint = await load(source, file.copy, file.folder, await registerCopy(source))
      await tellCheckpoint({ source, copy: file.copy, folder: file.folder, checkpoint })
      await file.copy.run('checkpoint')
    } finally {
      file.close()
    }
    const [name] = (await readdir(folder)).filter(one => one.endsWith('.duckdb'))
    if (name === undefined) throw new Error('The snapshot was not written')
    await rename(join(folder, name), path)
    return path
  } finally {
    await source.end().catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}
