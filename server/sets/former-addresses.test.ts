import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildApp } from '../app.ts'

/** Addresses that name folders of favourites, which became sets (decision 0107). */
const { db } = await testDatabase()
await sql`insert into case_set (id, title, former_folder) overriding system value values (51, 'Пикеты', 5)`.execute(db)
const app = await buildApp({ db })
await app.ready()
afterAll(() => app.close())
const opened = async (url: string): Promise<string | number | undefined> => {
  const { statusCode, headers } = await app.inject({ url })
  return statusCode === 302 ? headers.location : 'stays'
}

describe('an address that names a folder', () => {
  it.each([
    '//evil.example/login?in_folder=true',
    '//evil.example?favorite_folder=5',
    '/%2fevil.example?in_folder=true',
    '/evil?in_folder=true',
  ])('leads nowhere when it is of no page of the product: %s', async url => expect(await opened(url)).toBe('stays'))

  it.each(['/cases?note=in_folder', '/login?next=%2Ffavorites%3Fnote%3Dfavorite_folder'])(
    'is left as it is where nothing of it is one: %s',
    async url => expect(await opened(url)).toBe('stays'),
  )

  it.each([
    ['/login?next=%2Ffavorites%3Ffavorite_folder%3D5', '/login?next=%2Ffavorites%3Fset%3D51'],
    ['/login?next=%2Fcases%3Fregions%3D77%26favorite_folder%3D5', '/login?next=%2Fcases%3Fregions%3D77%26set%3D51'],
    ['/login?next=/cases?regions=77&favorite_folder=5', '/login?next=%2Fcases%3Fregions%3D77&set=51'],
    ['/stats?compare=type%3D1%26favorite_folder%3D5', '/stats?compare=type%3D1%26set%3D51'],
    ['/favorites?in_folder=true', '/favorites?in_set=true'],
  ])('leads once to its present one: %s', async (url, present) => {
    expect(await opened(url)).toBe(present)
    expect(await opened(present)).toBe('stays')
  })
})
