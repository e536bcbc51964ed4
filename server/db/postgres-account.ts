import { spawnSync } from 'node:child_process'
import { realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** PostgreSQL refuses to run as root: it then runs as the owner of its data, else `postgres`, else `nobody`. */
export type SystemUser = { uid: number; gid: number; name: string }

export function postgresAccount(dataFolder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(dataFolder, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `№ ${owner.uid}` }
  return accountNamed('postgres') ?? accountNamed('nobody') ?? { uid: 65_534, gid: 65_534, name: 'nobody' }
}

const accountNamed = (name: string): SystemUser | undefined => {
  const uid = idOf('-u', name)
  const gid = idOf('-g', name)
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid, name }
}

const idOf = (option: '-u' | '-g', name: string): number | undefined => {
  const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' })
  return status === 0 && /^\d+\s*$/.test(stdout) ? Number(stdout) : undefined
}

/** The outermost folder on `path` that the account may not enter; undefined: none. */
export function closedFolder(path: string, account: SystemUser | undefined): string | undefined {
  if (account === undefined) return undefined
  const way = [realPath(path)]
  for (let folder = dirname(realPath(path)); folder !== way[0]; folder = dirname(folder)) way.unshift(folder)
  return way.find(folder => {
    const stats = statSync(folder, { throwIfNoEntry: false })
    return stats?.isDirectory() === true && !mayPass(stats, account)
  })
}

/** Supplementary groups do not count: processes started under another account have none. */
const mayPass = ({ mode, uid, gid }: Stats, account: SystemUser): boolean => {
  const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & execute) !== 0
}

const realPath = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) === undefined && dirname(path) !== path
    ? join(realPath(dirname(path)), basename(path))
    : realpathSync(path)
