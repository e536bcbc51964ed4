/**
 * A unique identifier of a case (УИД) as courts number cases since 2019: the code of the court, of the place, the year, the number, and a
 * check: «77RS0001-01-2026-000123-45». In the notation that JavaScript and PostgreSQL share.
 */
export const wholeUid = '^[0-9]{2}[A-Z]{2}[0-9]{4}-[0-9]{2}-[0-9]{4}-[0-9]{6}-[0-9]{2}$'
