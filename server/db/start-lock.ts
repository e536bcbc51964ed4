import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { processIdentity } from './process-identity.ts'
import { errorCode } from './refusal.ts'

/**
 * Keeps two processes from preparing the same data at once: a file that names its owner. The file of a dead owner is
 * taken over. Should two take it over at the same instant, work is wasted but nothing breaks: the folder of a new
 * cluster appears by one rename, and PostgreSQL itself refuses to run twice on one folder.
 */
export async function withStartLock(file: string, act: () => Promise<void>): Promise<boolean> {
  if (!take(file)) return false
  try {
    await act()
    return true
  } finally {
    rmSync(file, { force: true })
  }
}

const take = (file: string): boolean => {
  // Written aside and linked: the file never exists without its owner's name.
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, processIdentity(process.pid) ?? '')
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    if (!ownerRuns(file)) rmSync(file, { force: true })
    // Free at the next attempt, if no one else comes first.
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

const ownerRuns = (file: string): boolean => {
  try {
    const owner = readFileSync(file, 'utf8')
    return processIdentity(Number.parseInt(owner, 10)) === owner
  } catch (error) {
    // It has just gone: the next attempt will tell.
    if (errorCode(error) === 'ENOENT') return true
    throw error
  }
}
