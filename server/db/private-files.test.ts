import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder, isRoot } from '../../test/embedded-data.ts'
import { postgresAccount } from './postgres-account.ts'
import { copiedBinaries, postgresBinaries } from './postgres-binaries.ts'
import { closeDataFolder } from './private-files.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777
const written = (path: string): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  chmodSync(path, 0o644)
  return path
}

it('closes the data folder with all that is in it', () => {
  const folder = emptyFolder()
  const files = ['replica/cases-1.duckdb', 'exports/1', 'postgresql.log'].map(path => written(join(folder, path)))
  closeDataFolder(folder, undefined)
  expect(files.map(modeOf)).toEqual([0o600, 0o600, 0o600])
  expect([folder, join(folder, 'replica'), join(folder, 'exports')].map(modeOf)).toEqual([0o700, 0o700, 0o700])
})

it('leaves alone what is not ours, and the folder that has it', () => {
  const folder = emptyFolder()
  const [ours, theirs] = [written(join(folder, 'replica/cases-1.duckdb')), written(join(folder, 'letters/one.txt'))]
  closeDataFolder(folder, undefined)
  expect([ours, theirs, folder].map(modeOf)).toEqual([0o600, 0o644, 0o755])
})

it.runIf(isRoot)('copies the programs for the account of PostgreSQL alone', async () => {
  const folder = emptyFolder()
  const account = postgresAccount(join(folder, 'postgresql'))
  closeDataFolder(folder, account)
  expect(modeOf(folder)).toBe(0o710)
  const { root, initdb } = await copiedBinaries(await postgresBinaries(), folder, account)
  const all = [root, ...readdirSync(root, { recursive: true, encoding: 'utf8' }).map(path => join(root, path))]
  expect(all.filter(path => (modeOf(path) & 0o077) !== 0)).toEqual([])
  const as = account && { uid: account.uid, gid: account.gid }
  expect(String(spawnSync(initdb, ['--version'], { ...as, cwd: root }).stdout)).toMatch(/^initdb \(PostgreSQL\)/)
})
