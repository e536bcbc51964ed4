import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { selectCases } from './case-query.ts'

const { db } = await testDatabase()
it('finds nothing in an empty database', async () =>
  expect(await selectCases(db, { accountId: null, regions: 'all' }, {}).select('court_case.id').execute()).toEqual([]))
