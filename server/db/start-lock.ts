import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { processIdentity } from './process-identity.ts'
import { errorCode } from './refusal.ts'

/**
 * A lock file with the identity of its owner; the file of a dead owner is taken over. Two takeovers at once waste work but break nothing: a new
 * cluster appears by one rename, and PostgreSQL refuses to run twice on a folder.
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
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, processIdentity(process.pid) ?? '')
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    if (!ownerRuns(file)) rmSync(file, { force: true })
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
    if (errorCode(error) === 'ENOENT') return true
    throw error
  }
}
