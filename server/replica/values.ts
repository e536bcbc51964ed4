import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  type DuckDBPreparedStatement,
  DuckDBTimestampTZValue,
  DuckDBTimeValue,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  LIST,
  VARCHAR,
} from '@duckdb/node-api'

/**
 * Converts values as the driver of PostgreSQL does in this product (server/db/connect.ts): days to `YYYY-MM-DD`,
 * instants to `Date`, every number to a number.
 */
export function bind(statement: DuckDBPreparedStatement, parameters: readonly unknown[]): void {
  for (const [at, value] of parameters.entries()) {
    if (Array.isArray(value)) {
      const items = value.map(toDuckDB)
      statement.bindList(at + 1, items, LIST(typeOfAll(items)))
    } else {
      const converted = toDuckDB(value)
      statement.bindValue(at + 1, converted, typeOf(converted))
    }
  }
}

const toDuckDB = (value: unknown): DuckDBValue => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return new DuckDBTimestampTZValue(BigInt(value.getTime()) * 1000n)
  if (typeof value === 'number') return Number.isSafeInteger(value) && !isInteger(value) ? BigInt(value) : value
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value
  throw new Error(`A parameter that DuckDB is not given: ${typeof value}`)
}
const isInteger = (value: number): boolean => (value | 0) === value

const typeOf = (value: DuckDBValue): DuckDBType | undefined =>
  typeof value === 'number' ? (isInteger(value) ? INTEGER : DOUBLE) : undefined

/** A type that holds all items. Items of an empty list have the type that the query casts them to. */
function typeOfAll(items: readonly DuckDBValue[]): DuckDBType {
  const known = items.filter(item => item !== null)
  if (known.some(item => typeof item === 'string')) return VARCHAR
  if (known.some(item => typeof item === 'boolean')) return BOOLEAN
  if (known.some(item => typeof item === 'number' && !Number.isInteger(item))) return DOUBLE
  if (known.some(item => typeof item === 'bigint')) return BIGINT
  return known.length === 0 ? VARCHAR : INTEGER
}

/** A converter for DuckDB's result readers. */
export function fromDuckDB(value: DuckDBValue): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value === null || typeof value !== 'object') return value
  if (value instanceof DuckDBDateValue || value instanceof DuckDBTimeValue) return value.toString()
  if (value instanceof DuckDBTimestampTZValue) return new Date(Number(value.micros / 1000n))
  if (value instanceof DuckDBDecimalValue) return value.toDouble()
  if (value instanceof DuckDBListValue) return value.items.map(fromDuckDB)
  throw new Error(`A value of DuckDB that no query of ours reads: ${value.constructor.name}`)
}
