import type { Holder } from '#shared/domain/permissions.ts'
import type { Scope } from '../cases/predicates.ts'

/** Whose subscriptions they are. */
export type Owner = Holder & { id: number; regions: readonly number[] | null }
export const scopeOf = ({ id, regions }: Owner): Scope => ({ accountId: id, regions: regions ?? 'all' })
