import type { ColumnType, GeneratedAlways } from 'kysely'

/** Wire types of values: see the type parsers in connect.ts. Bigint and numeric are numbers, times `HH:MM:SS`. */
export type Day = string
export type Id = GeneratedAlways<number>
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>
export type Json = ColumnType<unknown, string, string>
export type JsonOrNone = ColumnType<unknown, string | null | undefined, string | null>
