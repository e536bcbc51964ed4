import type { Kysely } from 'kysely'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import type { DB } from '../db/schema.ts'
import { loadDemo, removeDemo, settleFirstDemo } from './load.ts'

export async function demoCommand(db: Kysely<DB>, { cases, remove }: { cases?: number; remove?: true }): Promise<void> {
  await settleFirstDemo(db)
  if (remove) {
    const removed = await removeDemo(db)
    console.log(removed === 0 ? 'Демонстрационных дел нет.' : `Удалено: ${counted(removed, caseForms)}.`)
    return
  }
  const began = Date.now()
  const loaded = await loadDemo(db, {
    ...(cases === undefined ? {} : { count: cases }),
    onProgress: showProgress,
    onIndexing: () => console.error('Дела загружены, строятся индексы…'),
  })
  const seconds = Math.max(1, Math.round((Date.now() - began) / 1000))
  console.log(`Загружено: ${counted(loaded, caseForms)} за ${showNumber(seconds)}\u00a0с.`)
}

const showProgress = (done: number, count: number): void => {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${showNumber(done)} из ${showNumber(count)}${done < count ? '' : '\n'}`)
}
