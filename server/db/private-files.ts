import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemUser } from './postgres-account.ts'
import { errorCode } from './refusal.ts'

/**
 * Files in the data folder are readable only by their owner. New files are by the umask of the process (cli.ts); files left readable by an earlier
 * version or by copying are fixed at every start. Only files with names of ours are touched: the folder may be somebody's home.
 */
const forOthers = 0o077
const isOurs = (name: string): boolean =>
  /^(postgresql([.-]|$)|download-|(replica|exports)$|forgetting\.key)/.test(name)
/** PostgreSQL's binaries, copied for an account that cannot reach ours. */
const isProgram = (name: string): boolean => name.startsWith('postgresql-')

/** `account`: that of PostgreSQL, if other than this process's. */
export function closeDataFolder(dataDir: string, account: SystemUser | undefined): void {
  const names = namesIn(dataDir)
  if (names === undefined) return
  if (names.every(isOurs)) closeTop(dataDir, account)
  for (const name of names.filter(isOurs)) {
    const path = attempt(() => realpathSync(join(dataDir, name)))
    if (path !== undefined) closeFiles(path, isProgram(name) && ownerOf(path) !== account?.uid ? account : undefined)
  }
}

/** PostgreSQL's account may pass through the folder, but not list it. */
function closeTop(folder: string, account: SystemUser | undefined): void {
  const stats = statSync(folder)
  if (account === undefined || stats.uid === account.uid) closeOne(folder, stats)
  else {
    attempt(() => chownSync(folder, stats.uid, account.gid))
    attempt(() => chmodSync(folder, 0o710))
  }
}

/**
 * `owner`: the new owner. A folder changes owner after its content: until then no other account can change the tree. Files of another account than
 * the tree's (put by root among PostgreSQL's files) stay: a stricter mode would lock out their readers, and the folder protects them already.
 */
export function closeFiles(path: string, owner: SystemUser | undefined, tree = ownerOf(path)): void {
  const stats = attempt(() => lstatSync(path))
  if (stats === undefined) return
  if (!stats.isSymbolicLink() && stats.uid === tree) closeOne(path, stats)
  if (stats.isDirectory()) for (const name of namesIn(path) ?? []) closeFiles(join(path, name), owner, tree)
  if (owner !== undefined) attempt(() => lchownSync(path, owner.uid, owner.gid))
}

const closeOne = (path: string, { mode }: Stats): void => {
  if ((mode & forOthers) !== 0) attempt(() => chmodSync(path, mode & 0o7777 & ~forOthers))
}

const ownerOf = (path: string): number | undefined => attempt(() => statSync(path).uid)
const namesIn = (folder: string): string[] | undefined => attempt(() => readdirSync(folder))

/** Files of a running server appear and disappear; files of another account are its own responsibility. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EPERM', 'EACCES', 'EROFS'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
