import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { closedFolder, postgresAccount, type SystemUser } from './postgres-account.ts'
import { closeDataFolder } from './private-files.ts'
import { errorCode, Refusal } from './refusal.ts'

/**
 * The data folder: exists, is writable, and is accessible to the account that runs PostgreSQL. As root, an inaccessible folder is refused if the
 * operator chose it, and replaced by one under /var/lib if it was the default.
 */
type DataFolder = { dataDir: string; cluster: string; account: SystemUser | undefined }

const fallbackRoot = '/var/lib/sudmonitor'

/** @throws Refusal with the folder and the remedy */
export function dataFolder(
  { dataDir, dataDirGiven }: { dataDir: string; dataDirGiven: boolean },
  say: (sentence: string) => void,
): DataFolder {
  const cluster = clusterIn(dataDir)
  const account = orRefuse(dataDir, () => postgresAccount(cluster))
  closeDataFolder(dataDir, account)
  const closed = closedFolder(dataDir, account)
  if (closed === undefined) {
    makeFolder(dataDir)
    closeDataFolder(dataDir, account)
    const real = realpathSync(dataDir)
    return { dataDir: real, cluster: clusterIn(real), account }
  }
  const why = `PostgreSQL не работает от имени root, а учётной записи «${account?.name}», под которой он запускается, закрыт вход в папку ${closed}`
  if (dataDirGiven)
    throw new Refusal(
      `${why}. Укажите в DATA_DIR папку, доступную этой учётной записи (например, ${fallbackRoot}), или откройте проход: chmod o+x ${closed}`,
    )
  const instead = fallbackFor(dataDir)
  say(`${why}, поэтому данные хранятся в ${instead}.`)
  return dataFolder({ dataDir: instead, dataDirGiven: true }, say)
}

/** With an external database the folder still holds the columnar copy and files. */
export function closeUnusedFolder(dataDir: string): void {
  const cluster = clusterIn(dataDir)
  closeDataFolder(dataDir, existsSync(cluster) ? postgresAccount(cluster) : undefined)
}

const clusterIn = (dataDir: string): string => join(dataDir, 'postgresql')

const fallbackFor = (dataDir: string): string =>
  join(fallbackRoot, `${basename(dirname(dataDir))}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`)

const makeFolder = (dataDir: string): void =>
  orRefuse(dataDir, () => {
    const first = mkdirSync(dataDir, { recursive: true })
    if (first !== undefined)
      for (let folder = dataDir; folder.length >= first.length; folder = dirname(folder)) chmodSync(folder, 0o755)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  })

function orRefuse<T>(dataDir: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw folderRefusal(dataDir, error)
  }
}

const folderSentences: Readonly<Record<string, string>> = {
  EACCES: 'нет прав на чтение и запись',
  EPERM: 'нет прав на чтение и запись',
  EROFS: 'диск открыт только для чтения',
  ENOSPC: 'на диске нет места',
  EDQUOT: 'исчерпана квота на диске',
  EEXIST: 'это не папка',
  ENOTDIR: 'это не папка',
  EIO: 'диск отвечает ошибкой',
}

export const folderRefusal = (dataDir: string, error: unknown): unknown => {
  const reason = folderSentences[errorCode(error) ?? '']
  return reason === undefined
    ? error
    : new Refusal(`Папка данных ${dataDir} не годится: ${reason}. Выберите другую переменной DATA_DIR.`, {
        cause: error,
      })
}
