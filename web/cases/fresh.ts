import { useMemo } from 'react'

/** The moment by which rows are «новое»: that of their answer, so that what is drawn of them stays as it is. */
// biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is a new moment
export const useNow = (rows: readonly unknown[]): Date => useMemo(() => new Date(), [rows])
